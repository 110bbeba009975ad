// Where the time went, and with which settings.
import type { Run } from './data';
import { h, section, table } from './dom';
import { count, num, seconds } from './format';
import { swatch } from './summary';

const kBars = 20;

function bars(run: Run): HTMLElement {
  const units = [...(run.sidecar?.units ?? [])].sort((a, b) => (b.wall_seconds ?? 0) - (a.wall_seconds ?? 0));
  const sum = units.reduce((total, u) => total + (u.wall_seconds ?? 0), 0);
  const rows = units
    .slice(0, kBars)
    .map((u) => ({ name: u.name, time: u.wall_seconds ?? 0, note: `${count(u.integrations)} integrations` }));
  if (units.length > kBars)
    rows.push({
      name: `${count(units.length - kBars)} others`,
      time: units.slice(kBars).reduce((t, u) => t + (u.wall_seconds ?? 0), 0),
      note: '',
    });
  const rest = (run.sidecar?.wall_seconds ?? 0) - sum;
  if (rest > 0)
    rows.push({ name: 'coupling and recording', time: rest, note: 'what is left of the wall time' });
  const largest = Math.max(...rows.map((r) => r.time), 1e-300),
    all = Math.max(sum + Math.max(rest, 0), 1e-300);
  return h(
    'div',
    { class: 'bars', role: 'table', 'aria-label': `Time per unit, ${run.label}` },
    ...rows.map((r) =>
      h(
        'div',
        { class: 'bar', role: 'row', title: r.note },
        h('span', { class: 'name', role: 'cell' }, r.name),
        h('span', { class: 'track' }, h('i', { style: `width:${((100 * r.time) / largest).toFixed(2)}%` })),
        h(
          'span',
          { class: 'amount', role: 'cell' },
          seconds(r.time),
          h('small', {}, ` ${num((100 * r.time) / all, 2)}\u202f%`),
        ),
      ),
    ),
  );
}

export function timeSection(runs: Run[]): HTMLElement | null {
  const known = runs.filter((run) => (run.sidecar?.units?.length ?? 0) > 0);
  if (known.length === 0) return null;
  return section(
    'time',
    'Time per unit',
    h(
      'p',
      { class: 'hint' },
      'Extrapolated from a sample of the calls: on a busy machine a single unit may look slower than it is.',
    ),
    ...known.map((run) =>
      h('div', {}, runs.length > 1 && h('h3', {}, swatch(run.index), run.label), bars(run)),
    ),
  );
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '\u2013';
  if (typeof value === 'number') return num(value, 6);
  if (typeof value !== 'object') return String(value);
  const entries = Array.isArray(value)
    ? value.map(text)
    : Object.entries(value).map(([k, v]) => `${k} = ${text(v)}`);
  return entries.length === 0 ? 'none' : entries.join(', ');
}

export function settingsSection(runs: Run[]): HTMLElement | null {
  const known = runs.filter((run) => run.sidecar);
  if (known.length === 0) return null;
  const columns = known.map((run) => {
    const side = run.sidecar!;
    const settings = { ...(side.settings ?? {}) } as Record<string, unknown>;
    if (settings.step === 0) settings.step = 'from the tolerance';
    const solvers = (side.solvers ?? [])
      .filter((s) => s.solves)
      .map((s) => `${s.name} (${count(s.solves)} steps, ${count(s.iterations)} iterations)`)
      .join(', ');
    return {
      scenario: side.scenario,
      method: side.method,
      start: side.start,
      stop: side.stop,
      ...settings,
      ...(solvers ? { solvers } : {}),
      result: run.file,
    } as Record<string, unknown>;
  });
  const keys = [...new Set(columns.flatMap((c) => Object.keys(c)))];
  return section(
    'settings',
    'Settings',
    table(
      ['', ...(known.length > 1 ? known.map((r) => r.label) : [''])],
      keys.map((key) => [
        h('span', { class: 'key' }, key.replace(/_/g, ' ')),
        ...columns.map((c) => text(c[key])),
      ]),
    ),
  );
}
