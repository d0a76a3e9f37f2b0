/** A code-server of its own for one test file: fresh data, its own port, gone at the end. */
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { codeServerFolder, screenshots, testWorkspaces } from './environment.ts';
import { LIMIT_MS } from './waiting.ts';

export interface Options {
  /** Extensions to install, as vsix files. */
  readonly extensions: readonly string[];
  /** Whether the editor asks if the folder is trusted. */
  readonly workspaceTrust?: boolean;
  /** Added to the user settings. */
  readonly settings?: Record<string, unknown>;
  /** Settings of the machine on which extensions run: where the user sets what starts programs there. */
  readonly machineSettings?: Record<string, unknown>;
  /** Added to the environment of the extension host. */
  readonly environment?: Record<string, string>;
}

export interface CodeServer {
  /** Address of the editor with the workspace open. */
  readonly url: string;
  /** A private copy of test-workspaces. */
  readonly workspace: string;
  stop(): Promise<void>;
}

/** Nothing on the screen that is not under test. */
const QUIET_SETTINGS = {
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.editor.useModal': 'off',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'editor.minimap.enabled': false,
  'editor.inlayHints.enabled': 'on',
  'editor.codeLens': true,
};

export async function startCodeServer(options: Options): Promise<CodeServer> {
  const folder = await mkdtemp(join(tmpdir(), 'layoutlens-code-server-'));
  const data = join(folder, 'data');
  const workspace = join(folder, 'test-workspaces');
  const config = join(folder, 'config.yaml');
  await mkdir(join(data, 'User'), { recursive: true });
  await writeFile(config, 'auth: none\n');
  await cp(testWorkspaces, workspace, { recursive: true });

  const settings = { ...QUIET_SETTINGS, ...options.settings };
  await writeFile(join(data, 'User', 'settings.json'), JSON.stringify(settings));
  await mkdir(join(data, 'Machine'));
  await writeFile(join(data, 'Machine', 'settings.json'), JSON.stringify(options.machineSettings ?? {}));

  const entry = join(codeServerFolder, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
  const places = ['--config', config, '--user-data-dir', data, '--extensions-dir', join(folder, 'extensions')];
  const install = options.extensions.flatMap((vsix) => ['--install-extension', vsix]);
  await promisify(execFile)(process.execPath, [entry, ...places, ...install], { timeout: LIMIT_MS });

  const quiet = ['--auth', 'none', '--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'];
  const trust = options.workspaceTrust ? [] : ['--disable-workspace-trust'];
  // code-server without native modules complains about each of them: kept aside for a post-mortem.
  await mkdir(screenshots, { recursive: true });
  const log = await open(join(screenshots, 'code-server.log'), 'a');
  const server = spawn(
    process.execPath,
    [entry, ...places, ...quiet, ...trust, '--bind-addr', '127.0.0.1:0', workspace],
    { env: { ...process.env, ...options.environment }, stdio: ['ignore', 'pipe', log.fd], detached: true },
  );
  await log.close();
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    if (server.exitCode === null && server.pid !== undefined) {
      process.kill(-server.pid, 'SIGTERM');
      await exited;
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const address = await listeningAddress(server.stdout as Readable);
    return { url: `${address}/?folder=${workspace}`, workspace, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address that code-server prints once it answers; the port is one that was free. */
function listeningAddress(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const printed: string[] = [];
    const lines = createInterface({ input: output });
    lines.on('line', (line) => {
      printed.push(line);
      const address = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1];
      if (address !== undefined) {
        resolve(address);
      }
    });
    lines.once('close', () => reject(new Error(`code-server ended before it listened:\n${printed.join('\n')}`)));
  });
}
