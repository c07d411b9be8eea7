import { expect, it } from 'vitest';
import { AppError, naming } from '../../../src/base/errors.js';
import { silentLog } from '../../../src/base/log.js';
import { accents } from '../../../src/bot/cards/card.js';
import { errorText, errorTextOfPage, failureCard } from '../../../src/bot/failure.js';
import { fromProblem } from '../../../src/contract/failure.js';
import { createCopy } from '../../../src/copy/copy.js';
import { readLocales } from '../../../src/copy/locales.js';
import { reason } from '../../../src/copy/reason.js';

const german = {
  locale: 'de',
  name: 'Deutsch',
  isReviewed: false,
  messages: {
    'error.invalid_request': 'Etwas daran stimmt nicht.',
    'error.insufficient_credits.exact': 'Das braucht {needed, number}, du hast {available, number}.',
    'error.rate_limited.wait':
      'Versuch es in {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal.',
    'moderation.error.stranger': 'Die Person ist nicht auf diesem Server.',
  },
};
const copy = createCopy([...readLocales('data/locales').filter(({ locale }) => locale !== 'de'), german]);
const [en, de] = [copy.for('en-US'), copy.for('de')];

it('shows the reason of the thrower in the language of the reader', () => {
  const error = new AppError('forbidden', reason('moderation.error.stranger'));
  expect(error.message).toBe('moderation.error.stranger');
  expect(errorText(error, en)).toMatch(/^That person isn't a member/);
  expect(errorText(error, de)).toBe('Die Person ist nicht auf diesem Server.');
});

it('shows the numbers of the context in the language of the reader, and in English the exact sentence', () => {
  const context = { needed: 10, available: 4 };
  const error = new AppError('insufficient_credits', 'This rig costs 10 credits; you have 4.', { context });
  expect(errorText(error, en)).toBe('This rig costs 10 credits; you have 4.');
  expect(errorText(error, de)).toBe('Das braucht 10, du hast 4.');
  const fast = new AppError('rate_limited', undefined, { context: { retryAfter: 0.4 } });
  expect(errorText(fast, de)).toBe('Versuch es in 1 Sekunde noch einmal.');
});

it('keeps an English detail that only the service knows below the translated sentence', () => {
  const error = new AppError('invalid_request', 'The model has\n30,000 faces.');
  expect(errorText(error, en)).toBe('The model has\n30,000 faces.');
  expect(errorText(error, de)).toBe('Etwas daran stimmt nicht.\n-# The model has 30,000 faces.');
  expect(errorText(new AppError('invalid_request'), de)).toBe('Etwas daran stimmt nicht.');
});

it('falls back to English where the language has no text for a code', () => {
  expect(errorText(new AppError('not_found'), de)).toBe("We couldn't find that. It may have been removed.");
});

it('shows the detail of an unknown code below the sentence of its status, without Markdown, links or mentions', () => {
  const detail = '**Free** [credits](https://evil.example) <@1> @everyone\nat `https://evil.example`';
  const error = fromProblem(400, { code: 'quota_of_the_month', detail });
  expect(error.code).toBe('invalid_request');
  const escaped =
    '-# \\*\\*Free\\*\\* \\[credits\\]\\(https\\://evil.example\\) \\<\\@1\\> \\@everyone at \\`https\\://evil.example\\`';
  expect(errorText(error, de)).toBe(`Etwas daran stimmt nicht.\n${escaped}`);
  expect(errorText(error, en)).toBe(
    `Something in that request isn't valid. Check it and try again.\n${escaped}`,
  );
  expect(errorTextOfPage(error, de)).toBe(`Etwas daran stimmt nicht. (${detail.replace('\n', ' ')})`);
});

it('clips what a service says', () => {
  const error = fromProblem(400, { code: 'strange', detail: 'x'.repeat(5_000) });
  expect(errorText(error, en).length).toBeLessThan(600);
});

it('escapes the detail of a known code too', () => {
  const error = fromProblem(422, { code: 'unriggable', detail: 'No **limbs** found' });
  expect(errorText(error, en)).toBe('No \\*\\*limbs\\*\\* found');
});

it.each([
  [{ error: 'INSUFFICIENT_FUNDS', detail: 'wallet 0x12 is empty' }, 402],
  ['<html><body>Bad gateway</body></html>', 502],
])('does not repeat what a known word or a web page says: %j', (body, status) => {
  const error = fromProblem(status, body);
  expect(errorText(error, en)).toBe(en(`error.${error.code}`));
});

it('shows a refusal calmly under its own title, and a failure in red with the id of its log line', () => {
  const card = (error: AppError, pressed?: string) => {
    const { components } = failureCard(error, silentLog, {}, en, pressed);
    return { accent: components[0]?.accent_color, text: JSON.stringify(components) };
  };
  const refused = card(new AppError('forbidden', reason('moderation.error.stranger')));
  expect(refused.accent).not.toBe(accents.bad);
  expect(refused.text).toContain('## Not for you');
  expect(refused.text).not.toContain('req_');
  const own = card(new AppError('invalid_request', reason('link.error.not_signed')));
  expect(own.text).toContain('## Sign first');
  const failed = card(new AppError('internal'));
  expect(failed.accent).toBe(accents.bad);
  expect(failed.text).toContain('req_');
});

it('offers to press the same button again where that may help', () => {
  const pressed = 'rig:cancel:42:rig_1';
  const buttons = (error: AppError) => JSON.stringify(failureCard(error, silentLog, {}, en, pressed));
  expect(buttons(new AppError('provider_unreachable'))).toContain(
    `"label":"Try again","custom_id":"${pressed}"`,
  );
  expect(buttons(new AppError('not_found'))).not.toContain('Try again');
});

it('names the item that an error is about, in the language of the reader', () => {
  const named = (thrown: AppError): AppError => {
    try {
      return naming((problem) => reason('error.missing_permissions', { permissions: problem }))(thrown);
    } catch (error) {
      return error as AppError;
    }
  };
  const told = named(new AppError('forbidden', reason('moderation.error.stranger')));
  expect(told.code).toBe('forbidden');
  expect(errorText(told, de)).toContain('Die Person ist nicht auf diesem Server.');
  const plainCode = named(new AppError('invalid_request', undefined, { context: { errors: [] } }));
  expect(errorText(plainCode, de)).toContain('Etwas daran stimmt nicht.');
  expect(plainCode.context).toEqual({ errors: [] });
  const outage = new AppError('provider_error');
  expect(() => naming('Picture 2')(outage)).toThrow(outage);
});
