import {
  type BodyFaults,
  checkInteger,
  checkList,
  checkText,
  isJsonBody,
  type JsonBody,
  type Path,
} from './faults.js';

const LONGEST_HOURS = 32 * 24;

/** Checks the rules for a poll that the document does not cover: its texts are required and limited in length. */
export function checkPoll(faults: BodyFaults, path: Path, poll: unknown): void {
  if (!isJsonBody(poll)) return;
  const { question, answers, duration } = poll;
  checkText(faults, [...path, 'question', 'text'], isJsonBody(question) ? question.text : undefined, {
    max: 300,
    required: true,
  });
  checkList(faults, [...path, 'answers'], answers, { min: 1, max: 10, required: true }).forEach(
    (answer, index) => {
      const media = isJsonBody(answer) ? (answer.poll_media as JsonBody | undefined) : undefined;
      const at = [...path, 'answers', index, 'poll_media', 'text'];
      checkText(faults, at, media?.text, { max: 55, required: true });
    },
  );
  checkInteger(faults, [...path, 'duration'], duration, { min: 1, max: LONGEST_HOURS });
}
