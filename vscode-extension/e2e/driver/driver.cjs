// Runs inside the extension host: reads questions from a file, asks the editor's own providers, writes
// the answers as JSON. What it writes is what every VS Code feature would get.
const { readFile, rename, writeFile } = require('node:fs/promises');
const vscode = require('vscode');

/** Changes of the user settings, as commands: the files of a code-server without native modules are not watched. */
const CHANGES = {
  'layoutlensTest.switchOff': { 'hints.enable': false, 'lens.enable': false },
  'layoutlensTest.switchOn': { 'hints.enable': undefined, 'lens.enable': undefined },
  'layoutlensTest.showLensesOn': { 'lens.show': true },
  'layoutlensTest.showLensesOff': { 'lens.show': false },
  'layoutlensTest.showLensesDefault': { 'lens.show': undefined },
  'layoutlensTest.traceOn': { 'trace.server': 'messages' },
  'layoutlensTest.traceOff': { 'trace.server': undefined },
  'layoutlensTest.wrongPath': { 'server.path': '/gone/layoutlens' },
  'layoutlensTest.otherVersion': { 'server.path': process.env.LAYOUTLENS_OTHER_VERSION },
  'layoutlensTest.defaultPath': { 'server.path': undefined },
};

exports.activate = async (context) => {
  for (const [command, changes] of Object.entries(CHANGES)) {
    context.subscriptions.push(vscode.commands.registerCommand(command, () => apply(changes)));
  }
  const { LAYOUTLENS_QUESTIONS: questions, LAYOUTLENS_ANSWERS: answers } = process.env;
  if (!questions || !answers) {
    return;
  }
  let result;
  try {
    await vscode.extensions.getExtension('layoutlens.layoutlens').activate();
    result = { files: [] };
    for (const question of JSON.parse(await readFile(questions, 'utf8'))) {
      result.files.push(await answer(question));
    }
  } catch (error) {
    result = { error: String(error.stack) };
  }
  await writeFile(`${answers}.part`, JSON.stringify(result));
  await rename(`${answers}.part`, answers);
};

async function apply(changes) {
  const section = vscode.workspace.getConfiguration('layoutlens');
  for (const [name, value] of Object.entries(changes)) {
    await section.update(name, value, vscode.ConfigurationTarget.Global);
  }
}

/** `question`: `{ file, hoverOver: [text], diagnostics: boolean }`, where `diagnostics` says to wait for some. */
async function answer(question) {
  const uri = vscode.Uri.file(question.file);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  const hovers = {};
  for (const text of question.hoverOver) {
    const position = document.positionAt(document.getText().indexOf(text));
    const found = await vscode.commands.executeCommand('vscode.executeHoverProvider', uri, position);
    hovers[text] = found.flatMap((hover) => hover.contents.map((content) => content.value ?? content)).join('\n');
  }
  const hints = await vscode.commands.executeCommand('vscode.executeInlayHintProvider', uri, all);
  const lenses = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri, 1000);
  const diagnostics = question.diagnostics ? await someDiagnostics(uri) : vscode.languages.getDiagnostics(uri);
  return {
    language: document.languageId,
    hovers,
    hints: hints.map((hint) => (typeof hint.label === 'string' ? hint.label : hint.label.map((part) => part.value).join(''))),
    lenses: lenses.map((lens) => ({ title: lens.command?.title, command: lens.command?.command })),
    diagnostics: diagnostics.map((found) => ({
      message: found.message,
      severity: vscode.DiagnosticSeverity[found.severity],
      code: String(found.code?.value ?? found.code),
      source: found.source,
    })),
  };
}

function someDiagnostics(uri) {
  return new Promise((resolve) => {
    const look = () => {
      const found = vscode.languages.getDiagnostics(uri);
      if (found.length > 0) {
        subscription.dispose();
        resolve(found);
      }
    };
    const subscription = vscode.languages.onDidChangeDiagnostics(look);
    look();
  });
}
