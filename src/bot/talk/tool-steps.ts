/** A tool that the agent uses. */
export type ToolStep = { name: string; label: string; state: 'started' | 'finished' | 'failed' };

const mostSteps = 6;

/** The steps with one more, or with the end of the one that had begun. */
export function withStep(steps: readonly ToolStep[], step: ToolStep): ToolStep[] {
  const at = steps.findLastIndex(({ name, state }) => name === step.name && state === 'started');
  const next = at < 0 || step.state === 'started' ? [...steps, step] : steps.with(at, step);
  return next.slice(-mostSteps);
}
