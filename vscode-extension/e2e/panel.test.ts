/** The bench as a panel of an editor, message by message: what comes while it waits, and what a window that is restored tells. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { type Browser, chromium as playwright, type Page } from 'playwright-core';
import { createMessageConnection, type MessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { binary, chromium } from './environment.ts';
import { LIMIT_MS, until } from './waiting.ts';

const URI = 'file:///project/layouts.cu';
const TEXT = '// cute: let A = (4,8):(8,1)\n// nothing\n';
const ON_A = { line: 0, character: 14 };
const ON_NOTHING = { line: 1, character: 4 };

/** What a page of an editor says. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
}

let program: ChildProcess;
let server: MessageConnection;
let browser: Browser;

before(async () => {
  program = spawn(binary, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  assert.ok(program.stdout !== null && program.stdin !== null);
  server = createMessageConnection(new StreamMessageReader(program.stdout), new StreamMessageWriter(program.stdin));
  // What waits for an answer of a server that ended fails.
  program.once('exit', () => server.dispose());
  server.onRequest(() => null);
  server.listen();
  await server.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  await server.sendNotification('initialized', {});
  await server.sendNotification('textDocument/didOpen', { textDocument: { uri: URI, languageId: 'cuda-cpp', version: 1, text: TEXT } });
  browser = await playwright.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
});
after(async () => {
  await browser?.close();
  program?.kill();
});

/** A bench whose questions wait until `answer` lets them through, in the order in which they were asked. */
class Panel {
  readonly page: Page;
  private readonly asked: Message[] = [];

  private constructor(page: Page) {
    this.page = page;
  }

  /** `saved` is what the page left for itself when its window was closed. */
  static async open(saved: object): Promise<Panel> {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const panel = new Panel(page);
    await page.exposeFunction('heardByTheEditor', (message: Message) => void (message.id !== undefined && panel.asked.push(message)));
    await page.addInitScript((state) => {
      const heard = (message: unknown): unknown => (window as unknown as { heardByTheEditor(message: unknown): unknown }).heardByTheEditor(message);
      Object.assign(window, { acquireVsCodeApi: () => ({ postMessage: heard, getState: () => state, setState: () => undefined }) });
    }, saved);
    const { html } = await server.sendRequest<{ html: string }>('layoutlens/page', { nonce: '0' });
    await page.route('http://panel/', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto('http://panel/');
    await until('the first question', () => panel.asked.length === 1);
    return panel;
  }

  async tell(event: object): Promise<void> {
    await this.page.evaluate((sent) => window.postMessage(sent, '*'), event);
  }

  async cursor(position: object): Promise<void> {
    await this.tell({ event: 'cursor', uri: URI, position });
  }

  /** Answers the question that waits longest, once there is one. */
  async answer(): Promise<void> {
    const question = await until('a question', () => this.asked.shift());
    await this.tell({ id: question.id, result: await server.sendRequest(question.method ?? '', question.params) });
  }

  async titled(title: string): Promise<void> {
    const there = (): Promise<string> => this.page.locator('h1').innerText();
    await until(title, async () => (await there()) === title, there);
  }
}

const SHOWS_EIGHT = { subject: { expression: 'coalesce((2,4):(1,2))' }, view: {}, isPinned: false, history: [] };

test('a cursor that comes to nothing while the bench waits for its answer does not leave it empty', async () => {
  const panel = await Panel.open(SHOWS_EIGHT);
  await panel.cursor({ line: 1, character: 0 });
  await panel.cursor(ON_NOTHING);
  for (let answered = 0; answered < 3; answered += 1) {
    await panel.answer();
  }
  await panel.titled('8:1');
});

test('a cursor that stands where it stood when the window closed does not take the bench away', async () => {
  for (const saved of [SHOWS_EIGHT, { ...SHOWS_EIGHT, cursor: { uri: URI, position: ON_A } }]) {
    const panel = await Panel.open(saved);
    await panel.cursor(ON_A);
    await panel.answer();
    await panel.titled('8:1');
    await panel.cursor({ ...ON_A, character: ON_A.character + 1 });
    await panel.answer();
    await panel.titled('A = (4,8):(8,1)');
  }
});
