// The work-precision page in a real browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drawn, faintTexts, inked, launch, overhang, visit } from './browser.mjs';
import { pageWith } from './results.mjs';

let browser, file;
before(async () => {
  browser = await launch();
  const row = (method, step, error_percent, integrations) => ({
    method,
    step,
    tolerance: null,
    error_percent,
    macro_steps: 2 / step,
    rejected_steps: 0,
    iterations: 0,
    integrations,
    wall_seconds: integrations * 1e-6,
    status: 'done',
  });
  file = pageWith('compare.html', {
    kind: 'compare',
    scenario: 'two-mass',
    reference: 'monolithic',
    signals: ['S1.x', 'S2.F'],
    rows: [
      ...[4e-3, 2e-3, 1e-3].map((h) => row('jacobi', h, 1e4 * h, 4 / h)),
      ...[4e-3, 2e-3, 1e-3].map((h) => row('missiles', h, 1e6 * h ** 4, 4 / h)),
      {
        method: 'ifosmondi',
        step: 4e-3,
        tolerance: null,
        error_percent: null,
        macro_steps: 3,
        rejected_steps: 20,
        iterations: 90,
        integrations: 200,
        wall_seconds: 0.1,
        status: 'no-convergence',
        reason: 'the units did not agree',
      },
    ],
  });
});
after(() => browser.close());

test('both plots draw with a line per method, and failing rows say why', async () => {
  for (const colorScheme of ['light', 'dark']) {
    await visit(browser, file, { colorScheme }, async (page) => {
      assert.equal(await page.locator('.uplot').count(), 2);
      for (const plot of [0, 1])
        for (const curve of ['--curve-0', '--curve-1'])
          assert.ok((await inked(page, plot, curve)) > 0.1, `${plot} ${curve}`);
      assert.match(
        await page.locator('#failed').innerText(),
        /ifosmondi[\s\S]*no-convergence[\s\S]*did not agree/,
      );
      assert.deepEqual(await faintTexts(page), []);
    });
  }
});

test('the nearest point is named', async () => {
  await visit(browser, file, {}, async (page) => {
    const over = await page.locator('.u-over').first().boundingBox();
    for (let share = 0.05; share < 1 && !(await page.locator('.tip').first().isVisible()); share += 0.04) {
      for (let down = 0.05; down < 1 && !(await page.locator('.tip').first().isVisible()); down += 0.08)
        await page.mouse.move(over.x + share * over.width, over.y + down * over.height);
    }
    await drawn(page);
    assert.match(await page.locator('.tip').first().innerText(), /(jacobi|missiles), step 0\.00\d: error/);
  });
});

test('it fits a phone', async () => {
  await visit(
    browser,
    file,
    { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    async (page) => assert.ok((await overhang(page)) <= 0),
  );
});
