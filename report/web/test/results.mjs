// Results for the tests: made by the program itself, in a folder of their own.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
export const program = resolve(process.env.ACCORDO ?? join(root, 'build/accordo'));
if (!existsSync(program)) throw new Error(`${program} is missing: build it first, or name it in ACCORDO`);

export const folder = mkdtempSync(join(tmpdir(), 'accordo-web-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export const accordo = (...args) =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
export const inFolder = (name) => join(folder, name);

/** All built-in problems, by name. */
export const cases = accordo('cases')
  .split('\n')
  .filter((line) => /^\S/.test(line))
  .map((line) => line.split(' ')[0]);

/** Runs a built-in problem; gives the name of the CSV. */
export function run(name, label = name, ...options) {
  accordo(
    'cases',
    name,
    '-o',
    `${label}.yaml`,
    ...(name === 'chain' && options.length > 0 ? options.splice(0, 2) : []),
  );
  accordo('run', `${label}.yaml`, '-q', '--no-progress', '-o', `${label}.csv`, ...options);
  return `${label}.csv`;
}

/** A page with results; gives its path. */
export function report(output, ...args) {
  accordo('report', ...args, '-o', output);
  return inFolder(output);
}

/** The committed page with other data. */
export function pageWith(output, data) {
  const page = readFileSync(join(root, 'report/page.html'), 'utf8');
  const slot = 'id="accordo-data">';
  const at = page.indexOf(slot) + slot.length;
  writeFileSync(
    inFolder(output),
    page.slice(0, at) + JSON.stringify(data).replaceAll('<', '\\u003c') + page.slice(at),
  );
  return inFolder(output);
}
