import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHtml, gridPage, STALE } from '../src/gridPage.ts';

const nonce = '0123456789abcdef';

test('the five characters of HTML are escaped', () => {
  assert.equal(escapeHtml(`<a href="x">&'</a>`), '&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;');
});

test('title, facts and text of the server cannot become elements', () => {
  const page = gridPage({ title: '<b>t</b>', text: '<i>g</i>', facts: '<u>f</u>' }, nonce);
  assert.doesNotMatch(page, /<b>|<i>|<u>/);
  assert.match(page, /<h1>&lt;b&gt;t&lt;\/b&gt;<\/h1>/);
  assert.match(page, /<p class="facts">&lt;u&gt;f&lt;\/u&gt;<\/p>/);
  assert.match(page, /<pre class="grid">&lt;i&gt;g&lt;\/i&gt;<\/pre>/);
});

test('the picture is an image, so a script inside it never runs', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const page = gridPage({ title: 'A', text: '', svg }, nonce);
  assert.doesNotMatch(page, /alert/);
  assert.ok(page.includes(`src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}"`));
});

test('only what carries the nonce may run, and nothing is loaded from outside', () => {
  const page = gridPage({ title: 'A', text: '' }, nonce);
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1];
  assert.equal(
    policy,
    `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`,
  );
  for (const tag of page.matchAll(/<(?:script|style)[^>]*>/g)) {
    assert.ok(tag[0].includes(`nonce="${nonce}"`), tag[0]);
  }
  assert.doesNotMatch(page, / style="| on\w+="/);
});

test('lines, bold and code of the facts are shown as such', () => {
  const page = gridPage({ title: 'A', text: '', facts: 'size 32 · rank 2  \n**covers 12 of 10**  \ncoalesced: `32:1`' }, nonce);
  assert.match(page, /size 32 · rank 2<br><strong>covers 12 of 10<\/strong><br>coalesced: <code>32:1<\/code>/);
});

test('what the server escaped in the facts is shown as it was in the source', () => {
  const facts = 'needs \\*\\*`a*b`\\*\\* \\[x](command:y) \\<i> **128\\*x**';
  const page = gridPage({ title: 'A', text: '', facts }, nonce);
  assert.match(page, /<p class="facts">needs \*\*<code>a\*b<\/code>\*\* \[x\]\(command:y\) &lt;i&gt; <strong>128\*x<\/strong><\/p>/);
});

test('without a picture the text grid stands open, and there is nothing to zoom', () => {
  const page = gridPage({ title: 'A', text: '0 1' }, nonce);
  assert.doesNotMatch(page, /<details>|<button|<img/);
  assert.match(page, /<pre class="grid">0 1<\/pre>/);
});

test('a grid that was drawn before the last edit says so', () => {
  assert.doesNotMatch(gridPage({ title: 'A', text: '' }, nonce), /class="stale"/);
  const page = gridPage({ title: 'A', text: '' }, nonce, true);
  assert.ok(page.includes(`<p class="stale" role="status">${STALE}</p>`));
});
