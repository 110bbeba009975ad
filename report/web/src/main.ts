// Starts the page: reads the data that the program put into it.
import './style.css';
import { comparePage } from './compare';
import { readRuns, type Comparison, type LinearAnalysis, type RawReport, type Run } from './data';
import { errorsSection } from './errors';
import { settingsSection, timeSection } from './details';
import { h } from './dom';
import { linearPage } from './linear';
import { TimeRange } from './range';
import { Signals } from './signals';
import { stepsSection } from './steps';
import { summarySection } from './summary';
import { systemSection } from './system';

function rangeOf(runs: Run[]): TimeRange {
  const filled = runs.filter((run) => run.time.length > 0);
  const first = Math.min(...filled.map((run) => run.time[0])),
    last = Math.max(...filled.map((run) => run.time[run.time.length - 1]));
  return last > first
    ? new TimeRange(first, last)
    : new TimeRange(Number.isFinite(first) ? first : 0, (Number.isFinite(first) ? first : 0) + 1);
}

function reportPage(raw: RawReport): (HTMLElement | null)[] {
  const runs = readRuns(raw);
  const range = rangeOf(runs);
  const signals = new Signals(runs, range);
  return [
    summarySection(runs),
    signals.element(),
    errorsSection(runs, signals),
    systemSection(runs.find((run) => run.sidecar?.system) ?? runs[0], runs.length > 1),
    stepsSection(runs, range),
    timeSection(runs),
    settingsSection(runs),
  ];
}

function pageOf(data: RawReport | Comparison | LinearAnalysis): (HTMLElement | null)[] {
  if (data.kind === 'compare') return comparePage(data);
  return data.kind === 'linear' ? linearPage(data) : reportPage(data);
}

const page = document.getElementById('page')!;
try {
  const data = JSON.parse(document.getElementById('accordo-data')!.textContent || 'null') as
    | RawReport
    | Comparison
    | LinearAnalysis
    | null;
  if (data === null)
    page.append(h('p', {}, 'This page holds no data: make one with accordo report RESULT.csv.'));
  else
    page.append(...pageOf(data).filter((part): part is HTMLElement => part !== null));
  document.documentElement.dataset.ready = 'yes';
} catch (error) {
  page.append(
    h(
      'p',
      { class: 'remarks' },
      `This report cannot be shown: ${String(error)}. Please report it as a bug of Accordo.`,
    ),
  );
  throw error;
}
