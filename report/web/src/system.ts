// The system of a run: its graph, or for very many units a summary; and each unit in words.
import type { Capabilities, Run, Sidecar, SystemUnit, UnitStatistics } from './data';
import { h, section, table } from './dom';
import { count, plural, seconds } from './format';
import { drawGraph, type GraphEdge, type GraphUnit, type Ring } from './graph';

const kDrawn = 300; // more boxes nobody can read
const kMarks: [string, string, string][] = [
  ['R', 'rollback', 'can go back and repeat a step'],
  ['S', 'slopes', 'knows the slopes of its outputs'],
  ['L', 'linearization', 'gives its linearization'],
  ['V', 'variable_step', 'takes steps of any length'],
];

const words = (name: string) => name.replace(/_/g, ' ');

function capabilitiesOf(unit: SystemUnit, statistics: Map<string, UnitStatistics>): Capabilities {
  const known = statistics.get(unit.name)?.capabilities;
  if (known) return known;
  if (!Array.isArray(unit.capabilities)) return unit.capabilities ?? {};
  return Object.fromEntries(unit.capabilities.map((name): [string, boolean] => [name, true]));
}

function describeCapability([name, value]: [string, unknown]): string {
  if (typeof value === 'boolean') return `${value ? '\u2713' : '\u2717'} ${words(name)}`;
  return `${words(name)} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
}

/** Which group a unit belongs to. */
function groupOf(groups: string[][] | undefined): Map<string, number> {
  return new Map((groups ?? []).flatMap((names, i) => names.map((name): [string, number] => [name, i])));
}

/** A circle of units, and within it an algebraic loop. */
interface Groups {
  cycles: Map<string, number>;
  loops: Map<string, number>;
}

function ringOf(groups: Groups, a: string, b = a): Ring {
  const both = (m: Map<string, number>) => m.has(a) && m.get(a) === m.get(b);
  return both(groups.loops) ? 'algebraic' : both(groups.cycles) ? 'loop' : 'plain';
}

/** Connections between two units become one arrow. */
function edgesOf(side: Sidecar, index: Map<string, number>, groups: Groups): GraphEdge[] {
  const found = new Map<string, GraphEdge>();
  for (const c of side.connections ?? []) {
    const a = c.from.split('.')[0],
      b = c.to.split('.')[0];
    const from = index.get(a),
      to = index.get(b);
    if (from === undefined || to === undefined) continue;
    const edge = found.get(`${from} ${to}`) ?? { from, to, lines: [], ring: ringOf(groups, a, b) };
    const scaled =
      (c.gain ?? 1) !== 1 || (c.offset ?? 0) !== 0
        ? ` (\u00d7 ${c.gain ?? 1}${c.offset ? ` + ${c.offset}` : ''})`
        : '';
    edge.lines.push(`${c.from} \u2192 ${c.to}${scaled}`);
    found.set(`${from} ${to}`, edge);
  }
  return [...found.values()];
}

function list(title: string, names: string[] | undefined): HTMLElement | null {
  if (!names || names.length === 0) return null;
  const shown = names.slice(0, 40).join(', ') + (names.length > 40 ? `, \u2026 (${names.length})` : '');
  return h('p', {}, h('span', { class: 'term' }, title), shown);
}

function details(
  unit: SystemUnit,
  capabilities: Capabilities,
  edges: GraphEdge[],
  i: number,
  statistics?: UnitStatistics,
): HTMLElement {
  const lines = (pick: (e: GraphEdge) => boolean) => edges.filter(pick).flatMap((e) => e.lines);
  return h(
    'div',
    { class: 'unit-details', 'aria-live': 'polite' },
    h('h3', {}, unit.name, h('small', {}, ` ${unit.kind ?? ''}`)),
    h(
      'p',
      { class: 'chips' },
      ...Object.entries(capabilities).map((entry) =>
        h('span', { class: entry[1] === false ? 'chip off' : 'chip' }, describeCapability(entry)),
      ),
    ),
    list('disabled', unit.pretended_away?.map(words)),
    list(
      'found otherwise',
      unit.fmi?.filter((c) => c.note).map((c) => `${words(c.capability)}: ${c.note}`),
    ),
    list('inputs', unit.inputs),
    list('outputs', unit.outputs),
    list('states', unit.states),
    list(
      'gets',
      lines((e) => e.to === i),
    ),
    list(
      'gives',
      lines((e) => e.from === i),
    ),
    statistics &&
      h(
        'p',
        {},
        h('span', { class: 'term' }, 'work'),
        `${plural(statistics.integrations ?? 0, 'integration')}, ${seconds(statistics.wall_seconds)}`,
      ),
  );
}

function ringText(kind: Ring, title: string, groups: string[][]): HTMLElement | null {
  if (groups.length === 0) return null;
  const names = groups
    .slice(0, 4)
    .map((g) => (g.length <= 6 ? g.join(' \u21c4 ') : plural(g.length, 'unit')))
    .join('; ');
  return h(
    'span',
    {},
    h('span', { class: `ring-key ${kind}` }),
    `${title}: ${names}${groups.length > 4 ? '; \u2026' : ''}. `,
  );
}

function legend(side: Sidecar, detailed: boolean): HTMLElement {
  const cycles = side.cycles ?? [],
    loops = side.loops ?? [];
  return h(
    'p',
    { class: 'hint' },
    side.cycles === undefined
      ? ''
      : cycles.length === 0
        ? 'No circle: data flow one way only. '
        : ringText('loop', 'depend on each other', cycles),
    ringText('algebraic', 'algebraic loop, within an instant', loops),
    detailed ? `${kMarks.map(([letter, , meaning]) => `${letter} ${meaning}`).join('; ')}. ` : '',
    'Choose a unit to see more.',
  );
}

function sizeOf(side: Sidecar): string {
  return `${plural(side.system!.length, 'unit')}, ${plural(side.connections?.length ?? 0, 'connection')}`;
}

/** For systems that are too large to draw. */
function summary(side: Sidecar, statistics: Map<string, UnitStatistics>): HTMLElement {
  const units = side.system!;
  const tally = (keys: string[]) =>
    [...keys.reduce((m, k) => m.set(k, (m.get(k) ?? 0) + 1), new Map<string, number>())].sort(
      (a, b) => b[1] - a[1],
    );
  const degree = new Map<string, number>();
  for (const c of side.connections ?? [])
    for (const end of [c.from, c.to]) degree.set(end.split('.')[0], (degree.get(end.split('.')[0]) ?? 0) + 1);
  const busiest = [...degree].sort((a, b) => b[1] - a[1]).slice(0, 5);
  const can = tally(
    units.flatMap((u) =>
      Object.entries(capabilitiesOf(u, statistics))
        .filter(([, v]) => v === true)
        .map(([k]) => words(k)),
    ),
  );
  const sizes = (side.cycles ?? []).map((l) => l.length).sort((a, b) => b - a);
  return h(
    'div',
    {},
    h(
      'p',
      {},
      `${sizeOf(side)}: too many to draw (the limit is ${plural(kDrawn, 'unit')}), so here is a summary.`,
    ),
    table(
      ['', ''],
      [
        [
          'kinds',
          tally(units.map((u) => u.kind ?? 'unknown'))
            .map(([k, n]) => `${count(n)} ${k}`)
            .join(', '),
        ],
        [
          'circles',
          side.cycles === undefined
            ? '\u2013'
            : sizes.length === 0
              ? 'none'
              : `${count(sizes.length)}, the largest of ${plural(sizes[0], 'unit')}`,
        ],
        ['algebraic loops', count(side.loops?.length ?? 0)],
        ['can', can.map(([k, n]) => `${k}: ${n === units.length ? 'all' : count(n)}`).join(', ') || '\u2013'],
        ['most connected', busiest.map(([k, n]) => `${k} (${count(n)})`).join(', ')],
      ],
    ),
  );
}

function drawing(side: Sidecar, statistics: Map<string, UnitStatistics>): HTMLElement {
  const units = side.system!;
  const groups = { cycles: groupOf(side.cycles), loops: groupOf(side.loops) };
  const edges = edgesOf(side, new Map(units.map((u, i) => [u.name, i])), groups);
  const nodes: GraphUnit[] = units.map((u) => {
    const can = capabilitiesOf(u, statistics);
    return {
      name: u.name,
      kind: u.kind ?? '',
      ring: ringOf(groups, u.name),
      marks:
        Object.keys(can).length === 0
          ? []
          : kMarks.map(([letter, key]) => ({ letter, on: can[key] === true })),
    };
  });
  const frame = h('div', { class: 'graph', tabindex: 0 });
  const chosen = h('div', {});
  const choose = (i: number) =>
    chosen.replaceChildren(
      details(units[i], capabilitiesOf(units[i], statistics), edges, i, statistics.get(units[i].name)),
    );
  let drawn = 0;
  new ResizeObserver(() => {
    const width = frame.clientWidth;
    if (width === 0 || Math.abs(width - drawn) < 20) return;
    drawn = width;
    frame.replaceChildren(drawGraph(nodes, edges, width, choose));
  }).observe(frame);
  return h('div', {}, legend(side, units.length <= 24), frame, chosen);
}

export function systemSection(run: Run, several: boolean): HTMLElement | null {
  const side = run.sidecar;
  if (!side?.system || side.system.length === 0) return null;
  const statistics = new Map((side.units ?? []).map((u) => [u.name, u]));
  const headline = h('p', {}, `${sizeOf(side)}${several ? `, as in ${run.label}` : ''}.`);
  return section(
    'system',
    'System',
    side.system.length > kDrawn
      ? summary(side, statistics)
      : h('div', {}, headline, drawing(side, statistics)),
  );
}
