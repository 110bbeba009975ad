// What the program put into the page, and how to read it. Everything from a sidecar may be missing.

import { num } from './format';

export interface Capabilities {
  [name: string]: boolean | number | string | undefined;
}

export interface UnitStatistics {
  name: string;
  kind?: string;
  integrations?: number;
  wall_seconds?: number;
  capabilities?: Capabilities;
}

/** What an FMU says of itself, and what was found. */
export interface Claim {
  capability: string;
  declared?: unknown;
  verified?: unknown;
  note?: string;
}

export interface SystemUnit {
  name: string;
  kind?: string;
  inputs?: string[];
  outputs?: string[];
  states?: string[];
  quantities?: Record<string, string>; // name → unit of measurement
  capabilities?: Capabilities | string[];
  input_degree?: number;
  pretended_away?: string[];
  fmi?: Claim[];
}

export interface Outcome {
  status?: string;
  time?: number;
  id?: string;
  message?: string;
  remedy?: string;
}

export interface Connection {
  from: string;
  to: string;
  gain?: number;
  offset?: number;
}

/** Per bucket of macro-steps: `time` is the end of the bucket. */
export interface History {
  time: number[];
  steps: number[];
  shortest: number[];
  longest: number[];
  iterations: number[];
  rejected: number[];
  residual: (number | null)[];
  estimate: (number | null)[];
}

export interface Verdict {
  level: string;
  reasons?: { level?: string; id?: string; text: string }[];
}

/** By how much a signal is off, over the whole run; `range` is its highest less its lowest value. */
export interface SignalError {
  name: string;
  largest?: number | null;
  at?: number | null;
  last?: number | null;
  rms?: number | null;
  range?: number | null;
}

export interface ErrorBars {
  known: boolean;
  lost?: string; // why they are not known
  signals?: SignalError[];
}

export interface Sidecar {
  scenario?: string;
  method?: string;
  status?: string;
  start?: number;
  stop?: number;
  reached?: number;
  macro_steps?: number;
  rejected_steps?: number;
  iterations?: number;
  integrations?: number;
  estimates?: number;
  linear_solves?: number;
  evaluations?: number;
  jumps?: number;
  max_coupling_residual?: number | null;
  error_estimate?: number | null;
  startup_seconds?: number;
  wall_seconds?: number;
  solvers?: { name: string; solves?: number; iterations?: number; evaluations?: number }[];
  units?: UnitStatistics[];
  settings?: Record<string, unknown>;
  system?: SystemUnit[];
  connections?: Connection[];
  history?: History;
  loops?: string[][];
  cycles?: string[][];
  events?: { announced?: number[]; found?: number[] };
  verdict?: Verdict;
  outcome?: Outcome;
  error_bars?: ErrorBars;
  verification?: { against?: string; difference_percent?: number; signal?: string };
}

export interface Signal {
  name: string;
  values: Float64Array;
  error?: Float64Array; // computed less right, as estimated
  difference?: Float64Array;
  largest?: number;
  percent?: number | null;
}

export interface Run {
  label: string;
  file: string;
  reference: boolean;
  rows: number;
  rowsPerBucket: number;
  columns: number;
  remarks: string[];
  time: Float64Array;
  signals: Map<string, Signal>;
  sidecar: Sidecar | null;
  index: number;
}

export interface CompareRow {
  method: string;
  step?: number | null;
  tolerance?: number | null;
  error_percent?: number | null;
  bar_percent?: number | null;
  macro_steps?: number | null;
  rejected_steps?: number | null;
  iterations?: number | null;
  integrations?: number | null;
  wall_seconds?: number | null;
  status?: string;
  reason?: string;
  best?: boolean;
}

export interface Comparison {
  kind: 'compare';
  scenario?: string;
  reference?: string;
  signals?: string[];
  notes?: string[];
  rows: CompareRow[];
}

export interface Pole {
  real: number;
  imaginary: number; // of a pair that of the upper one
  pair: boolean;
  kind: 'stable' | 'marginal' | 'unstable';
  frequency: number;
  damping: number;
  time_constant: number | null;
  states: number[]; // participation
  units: number[];
}

export interface MethodRadius {
  method: string;
  radius_of: 'iteration' | 'step';
  radii: (number | null)[]; // per step
  reach: 'limited' | 'any' | 'none' | 'unknown';
  limit: number | null;
  why?: string;
}

export interface LinearPoint {
  time: number;
  units: string[];
  states: { name: string; unit: string }[];
  inputs: string[];
  outputs: string[];
  A: number[][];
  B: number[][];
  C: number[][];
  D: number[][];
  poles: Pole[];
  steps: number[];
  growth: number[];
  methods: MethodRadius[];
}

export interface LinearAnalysis {
  kind: 'linear';
  scenario?: string;
  points: LinearPoint[];
}

interface RawSignal {
  name: string;
  values: string;
  error?: string;
  difference?: string;
  largest_difference?: number;
  difference_percent?: number | null;
}
interface RawRun {
  data: {
    name: string;
    file: string;
    reference: boolean;
    rows: number;
    rows_per_bucket: number;
    columns: number;
    remarks: string[];
    time: string;
    signals: RawSignal[];
  };
  sidecar: Sidecar | null;
}
export interface RawReport {
  kind: 'report';
  runs: RawRun[];
}

/** Little-endian doubles in base64. */
export function decode(text: string): Float64Array {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float64Array.from({ length: bytes.length >> 3 }, (_, i) => view.getFloat64(8 * i, true));
}

/** What a signal (`unit.x`, `unit.state(x)`, `unit.input(x)`) is measured in, where the runs that know agree. */
export function unitOf(name: string, runs: Run[]): string | undefined {
  const dot = name.indexOf('.');
  const variable = name.slice(dot + 1).replace(/^(?:state|input)\((.*)\)$/, '$1');
  const found = new Set<string>();
  for (const run of runs) {
    const unit = run.sidecar?.system?.find((u) => u.name === name.slice(0, dot));
    const measured = unit?.quantities;
    if (measured && Object.hasOwn(measured, variable)) found.add(measured[variable]);
  }
  return found.size === 1 ? [...found][0] : undefined;
}

function knobOf(side: Sidecar | null): string {
  if (side?.settings?.tolerance) return `tolerance ${num(Number(side.settings.tolerance))}`;
  return side?.settings?.step ? `step ${num(Number(side.settings.step))}` : '';
}

/** The name of the file, and what else tells the runs apart: "coarse, jacobi, step 0.004". */
function labelOf(raw: RawRun, all: RawRun[]): string {
  const differ = (pick: (r: RawRun) => string | undefined) => new Set(all.map(pick)).size > 1;
  const parts = [raw.data.name];
  if (differ((r) => r.sidecar?.method) && raw.sidecar?.method) parts.push(raw.sidecar.method);
  if (differ((r) => knobOf(r.sidecar))) parts.push(knobOf(raw.sidecar));
  return parts.filter(Boolean).join(', ');
}

export function readRuns(report: RawReport): Run[] {
  return report.runs.map((raw, index) => ({
    label: labelOf(raw, report.runs),
    file: raw.data.file,
    reference: raw.data.reference,
    rows: raw.data.rows,
    rowsPerBucket: raw.data.rows_per_bucket,
    columns: raw.data.columns,
    remarks: raw.data.remarks,
    time: decode(raw.data.time),
    sidecar: raw.sidecar,
    index,
    signals: new Map(
      raw.data.signals.map((x) => [
        x.name,
        {
          name: x.name,
          values: decode(x.values),
          error: x.error === undefined ? undefined : decode(x.error),
          difference: x.difference === undefined ? undefined : decode(x.difference),
          largest: x.largest_difference,
          percent: x.difference_percent,
        },
      ]),
    ),
  }));
}
