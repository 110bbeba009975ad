// Estimated errors in a real browser: bands around curves, and the table.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { drawn, faintTexts, inked, launch, overhang, pixels, tinted, visit } from './browser.mjs';
import { folder, inFolder, report } from './results.mjs';

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const signals = [
  { name: 'left.v', largest: 0.3, at: 10, last: -0.3, rms: 0.17, range: 2 },
  { name: 'left.x', largest: 3e-5, at: 5, last: 1e-6, rms: 1.2e-5, range: 2 },
  { name: 'right.v', largest: 2.5, at: 10, last: 2.5, rms: 1.4, range: 10 },
  { name: 'right.x', largest: 0, at: 0, last: 0, rms: 0, range: 0 },
  { name: 'right.F', largest: 1e-9, at: 3, last: 1e-9, rms: 1e-10, range: 0 },
];

/** A result as `accordo run --record-errors` leaves it. */
function result(name, errorBars, values = (t) => [Math.sin(t), Math.cos(t), t, 4, 5]) {
  const names = signals.map((s) => s.name);
  const rows = Array.from({ length: 501 }, (_, i) => {
    const t = i / 50;
    return [t, ...values(t), -0.03 * t, 3e-5 * Math.sin(t), 0.25 * t, 0, 'nan'].join(',');
  });
  const head = ['time', ...names, ...names.map((n) => `error(${n})`)].join(',');
  writeFileSync(inFolder(`${name}.csv`), `${head}\n${rows.join('\n')}\n`);
  const sidecar = { accordo: '0', scenario: name, method: 'missiles', error_bars: errorBars };
  writeFileSync(inFolder(`${name}.json`), JSON.stringify(sidecar));
  return `${name}.csv`;
}

/** The table below the heading of the section, row by row. */
const cells = (page) =>
  page
    .locator('#errors tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((c) => c.innerText)));

let browser, file;
before(async () => {
  browser = await launch();
  file = report('errors.html', result('errors', { known: true, lost: '', signals }));
});
after(() => browser.close());

test('errors are no signals of their own but bands, as wide as they are', async () => {
  for (const colorScheme of ['light', 'dark']) {
    await visit(browser, file, { colorScheme }, async (page) => {
      assert.equal(await page.locator('.picker label').count(), 5);
      const plots = await page.locator('#signals figcaption strong').allInnerTexts();
      assert.deepEqual(
        plots,
        signals.map((s) => s.name),
      );
      assert.match(await page.locator('#signals').innerText(), /the right value lies here, to first order/);
      const wide = await tinted(page, 0);
      assert.ok(wide > 0.02 && wide < 0.2, `the band of left.v: ${wide}`);
      const below = await tinted(page, 1);
      assert.ok(below < wide / 10, `narrower than the line: ${below}`);
      assert.ok((await tinted(page, 2)) > 0.05, 'right.v');
      assert.ok((await tinted(page, 3)) < wide / 10, 'no error, no band');
      assert.ok((await inked(page, 0)) > 0.5, 'the curve itself');
      const down = async (plot, alphas) => (await pixels(page, plot, '--curve-0', alphas)).down;
      assert.ok(
        (await down(0, [60, 120])) < (await down(0, [201, 255])),
        'too small: what is right lies above',
      );
      assert.ok((await down(2, [60, 120])) > (await down(2, [201, 255])), 'too large: below');
      assert.deepEqual(await faintTexts(page), []);
    });
  }
});

test('the value under the cursor stands with its error', async () => {
  await visit(browser, file, {}, async (page) => {
    const read = async (i) => {
      const over = await page.locator('.u-over').nth(i).boundingBox();
      await page.mouse.move(over.x + over.width / 2, over.y + over.height / 2);
      await drawn(page);
      return page.locator('.readout').nth(i).innerText();
    };
    assert.match(await read(0), /t = 5\s+\u22120\.958924 \u00b1 0\.15$/);
    await page.locator('.uplot').nth(2).scrollIntoViewIfNeeded();
    assert.match(await read(2), /t = 5\s+5 \u00b1 1\.25$/);
    await page.locator('.uplot').nth(4).scrollIntoViewIfNeeded();
    assert.match(await read(4), /t = 5\s+5$/, 'not a number: no error');
  });
});

test('bands follow zoom, scale and arrangement; differences have none', async () => {
  await visit(browser, file, {}, async (page) => {
    const all = await tinted(page, 0);
    await page.locator('.uplot').first().focus();
    for (let i = 0; i < 12; ++i) await page.keyboard.press('+');
    await drawn(page);
    assert.ok((await tinted(page, 0)) > 2 * all, 'nearer');
    await page.keyboard.press('0');
    await page.getByRole('button', { name: 'Log |y|' }).click();
    await drawn(page);
    assert.ok((await tinted(page, 0)) > 0.005, 'logarithmic');
    await page.getByRole('button', { name: 'In one plot' }).click();
    await drawn(page);
    assert.ok((await tinted(page, 0)) > 0.005, 'in one plot');
  });
  const other = result('other', { known: true, lost: '', signals }, (t) => [1 - t, 0, 1, 4, 5]);
  const two = report('two.html', 'errors.csv', other);
  await visit(browser, two, {}, async (page) => {
    assert.ok((await tinted(page, 2, '--curve-0')) > 0.02 && (await tinted(page, 2, '--curve-1')) > 0.02);
    assert.equal(await page.locator('#errors h3').count(), 2);
    await page.getByRole('button', { name: 'Differences' }).click();
    await drawn(page);
    assert.equal(await page.getByText('the right value lies here').isVisible(), false);
  });
});

test('a band far beyond the curve leaves it visible', async () => {
  const small = result('small', { known: true, lost: '', signals }, (t) => [1e-6 * Math.sin(t), 0, 0, 0, 0]);
  await visit(browser, report('small.html', small), {}, async (page) => {
    assert.ok((await pixels(page, 0, '--curve-0', [201, 255])).rows > 0.2);
  });
});

test('the table has the worst signal first, and shows what is chosen in it', async () => {
  const many = Array.from({ length: 20 }, (_, i) => ({
    ...signals[1],
    name: `u${i}.x`,
    largest: 1e-9 * (i + 1),
  }));
  const more = result('more', { known: true, lost: '', signals: [...many, ...signals] });
  await visit(browser, report('more.html', more), {}, async (page) => {
    const rows = await cells(page);
    assert.deepEqual(rows[0], ['right.F', '1e\u22129', '3', '1e\u221210', '\u221e'], 'constant, but wrong');
    assert.deepEqual(rows[1], ['right.v', '2.5', '10', '1.4', '25']);
    assert.deepEqual(
      rows.slice(2, 5).map((r) => r[0]),
      ['left.v', 'left.x', 'u19.x'],
    );
    assert.equal(rows.length, 12);
    await page.getByRole('button', { name: 'Show all 25 signals' }).click();
    const all = await cells(page);
    assert.equal(all.length, 25);
    assert.deepEqual(all[24], ['right.x', '0', '\u2013', '0', '0']);
    assert.equal(await page.getByRole('button', { name: 'u19.x' }).count(), 0, 'it is not among the signals');
    const choose = page.locator('#errors').getByRole('button', { name: 'left.x' });
    const inView = async (plot) => {
      const box = await page.locator('.uplot').nth(plot).boundingBox();
      return box.y >= 0 && box.y + box.height <= 900;
    };
    await choose.scrollIntoViewIfNeeded();
    assert.equal(await inView(1), false);
    await choose.click();
    assert.ok(await inView(1), 'its plot comes into view');
    await page.locator('.picker').evaluate((e) => (e.open = true));
    await page.getByRole('button', { name: 'None' }).click();
    await choose.click();
    await drawn(page);
    assert.deepEqual(await page.locator('#signals figcaption strong').allInnerTexts(), ['left.x']);
    assert.ok(await page.locator('.picker input[type=checkbox]').nth(1).isChecked());
    assert.ok(await inView(0));
  });
});

test('where errors are not known one sentence says why; older results say nothing', async () => {
  const lost = 'errors grow without bounds at t = 1.5';
  await visit(
    browser,
    report('lost.html', result('lost', { known: false, lost, signals: [] })),
    {},
    async (page) => {
      assert.equal(await page.locator('#errors p').innerText(), `Not known: ${lost}.`);
      assert.equal(await page.locator('#errors table').count(), 0);
    },
  );
  await visit(browser, report('older.html', result('older', undefined)), {}, async (page) => {
    assert.equal(await page.locator('#errors').count(), 0);
  });
});

test('it fits a phone, with long names too', async () => {
  const name = `a_unit_with_a_long_name.${'and_a_variable_with_a_longer_one_'.repeat(3)}`;
  const csv = result('long', { known: true, lost: '', signals: [...signals, { ...signals[0], name }] });
  const text = readFileSync(inFolder(csv), 'utf8').replaceAll('left.v', name);
  writeFileSync(inFolder(csv), text);
  for (const page of [file, report('long.html', csv)])
    await visit(browser, page, phone, async (page) => {
      assert.ok((await overhang(page)) <= 0);
      assert.ok((await tinted(page, 0)) > 0.005);
    });
});

test('screenshots of errors to look at', { skip: !process.env.SCREENSHOTS }, async () => {
  for (const name of ['errors', 'two', 'more', 'lost', 'small', 'long'])
    for (const [colorScheme, width] of [
      ['light', 1200],
      ['dark', 1200],
      ['light', 375],
    ])
      await visit(
        browser,
        `${folder}/${name}.html`,
        { colorScheme, viewport: { width, height: 900 } },
        (page) =>
          page.screenshot({
            path: `${process.env.SCREENSHOTS}/${name}-${colorScheme}-${width}.png`,
            fullPage: true,
          }),
      );
});
