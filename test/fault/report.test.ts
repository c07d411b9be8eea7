import { describe, expect, it } from 'vitest';
import { CampaignFault } from './campaign-fault.js';
import { describeRow, exitCodeOf, type Outcome, type Row, runPart, summarise } from './report.js';

/** How `npm run fault` distinguishes a finding from a fault of its own. */

const clean: Outcome = { what: 'power cuts', done: '5 cuts', found: '0 harmful', good: true, detail: null };
const row = (change: Partial<Row> = {}): Row => ({ ...clean, name: 'cuts', seconds: 1, ...change });

describe('the campaign', () => {
  it('ends with 0 when nothing was found', () => {
    expect(exitCodeOf([row()])).toBe(0);
    expect(summarise([row()])).toBe('Nothing found.');
  });

  it('ends with 3 when its own request was refused, and says that this part proves nothing', async () => {
    const refused = await runPart(
      'cuts',
      () => Promise.reject(new CampaignFault('an order answered 403')),
      1_000,
    );
    expect(exitCodeOf([row(), refused])).toBe(3);
    expect(describeRow(refused)).toContain('VOID cuts');
    expect(describeRow(refused)).toContain('campaign fault: an order answered 403');
    expect(summarise([refused])).toContain('Campaign faults in: cuts');
  });

  it('ends with 3 when a part throws, with the stack', async () => {
    const broken = await runPart(
      'kills',
      async () => {
        throw new TypeError('no such child');
      },
      1_000,
    );
    expect(exitCodeOf([broken])).toBe(3);
    expect(describeRow(broken)).toContain('TypeError: no such child');
  });

  it('gives up a part that does not end', async () => {
    const endless = await runPart('relay', () => new Promise(() => undefined), 6);
    expect(endless.faults).toEqual(['did not end within 0.0001 minutes']);
  });

  it('ends with 1 for a finding, even if another part broke', () => {
    const rows = [row({ good: false }), row({ name: 'kills', faults: ['no compiler'] })];
    expect(exitCodeOf(rows)).toBe(1);
    expect(summarise(rows)).toMatch(/^Findings in: cuts\. Campaign faults in: kills\./);
  });

  it('ends with 3 when the requested part is unknown', () => {
    expect(exitCodeOf([])).toBe(3);
  });
});
