// The committed page must be what its source builds.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inFolder } from './results.mjs';

const web = fileURLToPath(new URL('..', import.meta.url));

test('report/page.html is what report/web builds (else: make web, and commit it)', () => {
  const fresh = inFolder('fresh.html');
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: web,
    env: { ...process.env, ACCORDO_PAGE: fresh },
  });
  assert.ok(readFileSync(fresh).equals(readFileSync(`${web}/../page.html`)), 'they differ');
});

test('the lock file names no registry', () => {
  assert.doesNotMatch(readFileSync(`${web}/package-lock.json`, 'utf8'), /"resolved"/);
});
