import { createRateLimit } from '../../base/rate-limit.js';
import { describeSpec } from '../../contract/rig-spec.js';
import { editSpec } from '../../engine/input/text/edit.js';
import { dictionaryFor, sayChange, sayLine } from '../../engine/input/text/languages/sayings.js';
import { refuseCharacter } from '../../engine/input/text/refuse-character.js';
import { readSpec } from '../../engine/input/text/spec.js';
import { changesBetween, linesOf } from '../../engine/input/text/spec-lines.js';
import { type Route, route, type ServiceContext } from '../feature.js';

/** Says a character in words, and changes it by words, before anything is charged. */
export function specRoute({ db, limits, clock }: Pick<ServiceContext, 'db' | 'limits' | 'clock'>): Route {
  const attempts = createRateLimit({ clock, limit: 60, windowMs: 60_000 });
  return route(describeSpec, async (call) => {
    const { user, body } = call;
    await limits.check(db, limits.askerOf(call));
    attempts.take(user.id);
    const language = dictionaryFor(body.locale ?? 'en');
    const before = readSpec(body.spec);
    const change = body.change ?? '';
    const { spec, words, notes } = editSpec(before, change, language);
    refuseCharacter(spec, change);
    return {
      status: 200,
      body: {
        spec,
        lines: linesOf(spec).map((line) => sayLine(language, line)),
        changes: changesBetween(before, spec).map((change) => sayChange(language, change)),
        words,
        notes,
      },
    };
  });
}
