import { type Body, checkInteger, checkList, checkText, type Faults, isObject, type Path } from './faults.js';

const LONGEST_HOURS = 32 * 24;

/** Checks the rules for a poll that the document does not cover: its texts are required and limited in length. */
export function checkPoll(faults: Faults, path: Path, poll: unknown): void {
  if (!isObject(poll)) return;
  const { question, answers, duration } = poll;
  checkText(faults, [...path, 'question', 'text'], isObject(question) ? question.text : undefined, {
    max: 300,
    required: true,
  });
  checkList(faults, [...path, 'answers'], answers, { min: 1, max: 10, required: true }).forEach(
    (answer, index) => {
      const media = isObject(answer) ? (answer.poll_media as Body | undefined) : undefined;
      const at = [...path, 'answers', index, 'poll_media', 'text'];
      checkText(faults, at, media?.text, { max: 55, required: true });
    },
  );
  checkInteger(faults, [...path, 'duration'], duration, { min: 1, max: LONGEST_HOURS });
}
