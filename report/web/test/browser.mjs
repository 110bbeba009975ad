// A real browser on pages from disk: collects what goes wrong, and sees what a user sees.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });

/** Opens a page and gives it to `use`; any console message, error or request to elsewhere fails. */
export async function visit(browser, file, options, use) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const troubles = [];
  page.on('console', (m) => troubles.push(`console ${m.type()}: ${m.text()}`));
  page.on('pageerror', (e) => troubles.push(`error: ${e.message}`));
  page.on('request', (r) => {
    if (!/^(file|data):/.test(r.url())) troubles.push(`request: ${r.url()}`);
  });
  try {
    await page.goto(pathToFileURL(file).href);
    await page
      .waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 60000 })
      .catch(() => {
        throw new Error(`the page is not ready: ${troubles.join('; ')}`);
      });
    await drawn(page);
    const result = await use(page);
    assert.deepEqual(troubles, []);
    return result;
  } finally {
    await context.close();
  }
}

/** Two frames later, what was asked for is on the screen. */
export const drawn = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30)))),
  );

/** The share of a plot's columns of pixels in which there is something of the given color. */
export const inked = async (page, index, variable = '--curve-0') =>
  (await pixels(page, index, variable, [201, 255])).columns;

/** The share of a plot's pixels that have a color lightly, as a band has. */
export const tinted = async (page, index, variable = '--curve-0') =>
  (await pixels(page, index, variable, [60, 120])).all;

/** Where a plot has a color with an alpha from `least` to `most`: the share of columns, of rows and of all pixels, and
 *  how far down it is on average, four fifths of the way to the right. */
export function pixels(page, index, variable, [least, most]) {
  return page.evaluate(
    ([i, name, low, high]) => {
      const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
      const wanted = [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));
      const canvas = document.querySelectorAll('.uplot canvas')[i];
      const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      [copy.canvas.width, copy.canvas.height] = [canvas.width, canvas.height];
      copy.drawImage(canvas, 0, 0);
      const { data, width, height } = copy.getImageData(0, 0, canvas.width, canvas.height);
      const columns = new Set(),
        rows = new Set(),
        there = [];
      let all = 0;
      for (let x = 0; x < width; ++x) {
        for (let y = 0; y < height; ++y) {
          const p = 4 * (y * width + x);
          if (data[p + 3] < low || data[p + 3] > high) continue;
          if (!wanted.every((w, k) => Math.abs(data[p + k] - w) < 24)) continue;
          columns.add(x);
          rows.add(y);
          ++all;
          if (x === Math.round(0.8 * width)) there.push(y / height);
        }
      }
      const down = there.reduce((sum, y) => sum + y, 0) / there.length;
      return { columns: columns.size / width, rows: rows.size / height, all: all / (width * height), down };
    },
    [index, variable, least, most],
  );
}

/** The time that the first plot shows under the mouse at a share of its width. */
export async function timeAt(page, share) {
  await page.locator('.u-over').first().scrollIntoViewIfNeeded();
  const over = await page.locator('.u-over').first().boundingBox();
  await page.mouse.move(over.x + share * over.width, over.y + over.height / 2);
  await drawn(page);
  const text = await page.locator('.readout').first().innerText();
  return Number(/t = (\S+)/.exec(text)[1].replace('\u2212', '-'));
}

/** Text whose color does not stand out from what is behind it: contrast as WCAG defines it, at least 4.5. */
export function faintTexts(page) {
  return page.evaluate(() => {
    const parse = (c) => {
      const n = c.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
      return { rgb: n.slice(0, 3), a: n[3] ?? 1 };
    };
    const light = (rgb) =>
      rgb
        .map((v) => v / 255)
        .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (e) => {
      if (e instanceof SVGElement) {
        const box = e.closest('g.unit')?.querySelector('rect');
        if (box) return parse(getComputedStyle(box).fill).rgb;
      }
      for (let n = e; n; n = n.parentElement) {
        const c = parse(getComputedStyle(n).backgroundColor);
        if (c.a > 0.99) return c.rgb;
      }
      return [255, 255, 255];
    };
    const bad = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const e = node.parentElement;
      if (
        !node.textContent.trim() ||
        ['SCRIPT', 'STYLE', 'NOSCRIPT', 'title'].includes(e.tagName) ||
        e.getClientRects().length === 0
      )
        continue;
      const style = getComputedStyle(e);
      const a = light(parse(e instanceof SVGElement ? style.fill : style.color).rgb),
        b = light(behind(e));
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < 4.5) bad.push(`${node.textContent.trim().slice(0, 30)}: ${contrast.toFixed(2)}`);
    }
    return bad;
  });
}

/** By how much the page is wider than the screen (`innerWidth` of a phone grows with the page). */
export const overhang = (page) =>
  page.evaluate(() => document.scrollingElement.scrollWidth - document.documentElement.clientWidth);
