import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Colours are the only thing that a theme changes. */
const themed = ['color-contrast', 'link-in-text-block'];

async function look(page: Page, rules?: readonly string[]): Promise<AxeResults['violations']> {
  await page.evaluate(`window.axe || (0, eval)(${JSON.stringify(axe)})`);
  const options = {
    resultTypes: ['violations'],
    ...(rules
      ? { runOnly: { type: 'rule', values: rules } }
      : { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
  };
  // Transitions would be measured halfway.
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity).map((each) => each.finished.catch(() => undefined)))',
  );
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations;
}

/** What axe finds on the page as it is shown now, in both themes: one line for each element. */
export async function violationsOn(page: Page, name: string): Promise<string[]> {
  const lines = (found: AxeResults['violations'], theme: string) =>
    found.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${name} (${theme}): ${id} ${target.join(' ')} ${failureSummary}`,
      ),
    );
  const [now, other] = (await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`))
    ? (['dark', 'light'] as const)
    : (['light', 'dark'] as const);
  const first = lines(await look(page), now);
  await page.emulateMedia({ colorScheme: other });
  const second = lines(await look(page, themed), other);
  await page.emulateMedia({ colorScheme: now });
  return [...first, ...second];
}
