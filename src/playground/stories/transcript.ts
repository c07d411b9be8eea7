/** The steps of a story, as Markdown for people and JSON for programs. */

export type TranscriptStep = { name: string; ok: boolean; ms: number };
type Line = { who: string; did: string } | { who: string; saw: string };

export type Transcript = {
  /** Runs and times one step. A failed step is recorded and ends the story. */
  step<T>(name: string, play: () => Promise<T>): Promise<T>;
  did(who: string, what: string): void;
  saw(who: string, text: string): void;
  steps(): TranscriptStep[];
  markdown(): string;
};

export class StoryFailed extends Error {
  override readonly name = 'StoryFailed';
}

export function createTranscript(now: () => number): Transcript {
  const chapters: { step: TranscriptStep; lines: Line[]; failure: string | null }[] = [];
  const line = (entry: Line) => void chapters.at(-1)?.lines.push(entry);
  const quote = (text: string) =>
    text
      .split('\n')
      .map((one) => `> ${one}`)
      .join('\n');

  return {
    async step(name, play) {
      const chapter = {
        step: { name, ok: false, ms: 0 },
        lines: [] as Line[],
        failure: null as string | null,
      };
      chapters.push(chapter);
      const startedAt = now();
      try {
        const result = await play();
        chapter.step.ok = true;
        return result;
      } catch (error) {
        chapter.failure = error instanceof Error ? error.message : String(error);
        throw new StoryFailed(`${name}: ${chapter.failure}`, { cause: error });
      } finally {
        chapter.step.ms = Math.round(now() - startedAt);
      }
    },
    did: (who, did) => line({ who, did }),
    saw: (who, saw) => line({ who, saw }),
    steps: () => chapters.map(({ step }) => step),
    markdown() {
      const parts = chapters.map(({ step, lines, failure }) => {
        const entries = lines.map((entry) =>
          'did' in entry ? `**${entry.who}** ${entry.did}` : `**${entry.who}** sees:\n\n${quote(entry.saw)}`,
        );
        const end = failure ? [`**Failed:** ${failure}`] : [];
        return [`## ${step.name} (${step.ms} ms)`, ...entries, ...end].join('\n\n');
      });
      return `# A tour of Rigsmith\n\n${parts.join('\n\n')}\n`;
    },
  };
}
