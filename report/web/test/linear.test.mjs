// The page of a linear analysis in a real browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drawn, faintTexts, launch, overhang, visit } from './browser.mjs';
import { accordo, inFolder } from './results.mjs';

/** Linearizes a built-in problem; gives the page. */
function linearize(name, ...options) {
  accordo('cases', name, '-o', `${name}.yaml`);
  accordo('linearize', `${name}.yaml`, '-q', '--html', `${name}-linear.html`, ...options);
  return inFolder(`${name}-linear.html`);
}

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
let browser, pages;
before(async () => {
  browser = await launch();
  pages = {
    masses: linearize('two-mass', '--steps', '1e-3,5e-3'),
    prey: linearize('lotka-volterra', '--at', '0,5'),
    plate: linearize('damper', '--inputs', 'S1.v_C'),
    wide: linearize('chain'),
  };
});
after(() => browser.close());

test('every pole is a cross, pairs are two, and what does not work stands out', async () => {
  for (const colorScheme of ['light', 'dark']) {
    await visit(browser, pages.masses, { colorScheme }, async (page) => {
      assert.equal(await page.locator('.poles .pole').count(), 4);
      assert.equal(await page.locator('#point-0 table').first().locator('tbody tr').count(), 2);
      const jacobi = page.locator('#point-0 tr', { hasText: /^jacobi\t?step/ });
      assert.match(await jacobi.innerText(), /stable up to h = 0\.003855/);
      assert.equal(await jacobi.locator('.bad').count(), 1);
      assert.deepEqual(await faintTexts(page), []);
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/linear-${colorScheme}.png`, fullPage: true });
    });
  }
});

test('crosses lie where poles are: to the left of the line where they decay', async () => {
  await visit(browser, pages.prey, {}, async (page) => {
    const line = await page.locator('.poles .axis').first().boundingBox();
    const centre = async (i) => {
      const box = await page.locator('.poles .pole circle').nth(i).boundingBox();
      return box.x + box.width / 2;
    };
    assert.ok((await centre(0)) < line.x - 2, 'the point at t = 0 is stable');
    assert.ok((await centre(2)) > line.x + 2, 'the one at t = 5 is not');
    assert.match(await page.locator('#point-1').innerText(), /unstable: 1 of 1 pole/);
    assert.equal(await page.locator('.key-line .swatch').count(), 2);
  });
});

test('the pole under the mouse, or chosen by keys, is named', async () => {
  await visit(browser, pages.masses, {}, async (page) => {
    await page.locator('.poles .pole circle').first().hover();
    await drawn(page);
    assert.match(await page.locator('.told').innerText(), /\u22120\.2788 \u00b1 35\.82i; frequency 5\.701/);
    await page.mouse.move(5, 5);
    await page.locator('.poles .pole').nth(2).focus();
    assert.match(await page.locator('.told').innerText(), /\u22122\.034 \u00b1 63\.94i/);
  });
});

test('axes are logarithmic where poles lie far apart, or where asked for', async () => {
  await visit(browser, pages.masses, {}, async (page) => {
    const chosen = page.locator('.choice [aria-pressed="true"]');
    assert.equal(await chosen.innerText(), 'linear');
    const before = await page.locator('.poles').innerText();
    await page.getByRole('button', { name: 'logarithmic' }).click();
    assert.notEqual(await page.locator('.poles').innerText(), before);
    assert.equal(await page.locator('.poles .pole').count(), 4);
  });
});

test('matrices are there where they are small, and marginal poles lie on the line', async () => {
  await visit(browser, pages.plate, {}, async (page) => {
    await page.locator('summary').click();
    for (const name of ['A', 'B', 'C', 'D'])
      assert.equal(await page.getByRole('heading', { name, exact: true }).count(), 1);
    assert.match(await page.locator('#point-0').innerText(), /marginal/);
  });
});

test('it fits a phone', async () => {
  for (const [name, file] of Object.entries(pages)) {
    await visit(browser, file, phone, async (page) => {
      assert.ok((await overhang(page)) <= 0, name);
      const svg = await page.locator('.poles svg').boundingBox();
      assert.ok(svg.width <= 360, name);
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/linear-phone-${name}.png`, fullPage: true });
    });
  }
});
