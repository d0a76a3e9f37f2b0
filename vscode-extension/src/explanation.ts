/** A compiler's message, copied or selected: what is wrong with the layouts in the lines that it names. */
import * as vscode from 'vscode';
import * as messages from './messages.ts';
import type { Server } from './server.ts';

interface Finding {
  uri: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
  code: string;
  message: string;
  help: string[];
}

interface Explanation {
  findings: Finding[];
  text: string;
}

/** The selected text, as in a terminal's log that is open, else what was copied. */
async function messageAtHand(): Promise<string> {
  const editor = vscode.window.activeTextEditor;
  const selected = editor?.document.getText(editor.selection) ?? '';
  return selected.trim() === '' ? await vscode.env.clipboard.readText() : selected;
}

/** Explains the message at hand, and goes to what is wrong. */
export async function explainMessage(from: Server): Promise<void> {
  if (!from.running) {
    void vscode.window.showWarningMessage(messages.serverNotRunning);
    return;
  }
  const message = await messageAtHand();
  if (message.trim() === '') {
    void vscode.window.showInformationMessage(messages.noMessageToExplain);
    return;
  }
  const uri = vscode.window.activeTextEditor?.document.uri;
  const beside = uri?.scheme === 'file' ? uri.toString() : undefined;
  const argument = { message, uri: beside };
  const explanation = await vscode.commands.executeCommand<Explanation | undefined>('layoutlens.explain', argument);
  if (explanation === undefined) {
    return;
  }
  const chosen = await choose(explanation.findings);
  if (chosen === undefined) {
    if (explanation.findings.length === 0) {
      void vscode.window.showInformationMessage(`LayoutLens: ${explanation.text}`);
    }
    return;
  }
  const { start, end } = chosen.range;
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(chosen.uri), { selection });
  const wayOut = chosen.help.length === 0 ? '' : ` (${chosen.help.join('; ')})`;
  void vscode.window.showInformationMessage(`LayoutLens: ${chosen.code}: ${chosen.message}${wayOut}`);
}

async function choose(findings: Finding[]): Promise<Finding | undefined> {
  if (findings.length < 2) {
    return findings[0];
  }
  const items = findings.map((finding) => ({ label: finding.code, detail: finding.message, finding }));
  return (await vscode.window.showQuickPick(items, { title: 'LayoutLens' }))?.finding;
}
