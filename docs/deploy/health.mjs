/**
 * The health check of a container: exits 0 while the process answers on the port of its first part (the pages of the
 * bot, or the service). An orchestrator restarts a process that does not answer, so this is not `/readyz`, which also
 * reports Discord and Solana.
 */
const base = Number(process.env.PORT || 8787);
const ports = process.env.HEALTH_PORT ? [Number(process.env.HEALTH_PORT)] : [base, base + 2];
const answers = await Promise.all(
  ports.map((port) =>
    fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4_000) }).then(
      ({ ok }) => ok,
      () => false,
    ),
  ),
);
process.exitCode = answers.some(Boolean) ? 0 : 1;
