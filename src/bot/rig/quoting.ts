import { AppError, isAppError } from '../../base/errors.js';
import type { Service } from '../../client/session.js';
import type { RigInput } from '../../contract/pipelines.js';
import { quoteRig, type RigQuote } from '../../contract/rig-quote.js';
import type { Catalog } from './catalog.js';
import { isPooled, type PriorityQuote, type Quote } from './wish.js';

/** A rig that may be made. */
export type Asked = {
  type: RigInput;
  pipeline_id?: string;
  parameters?: Record<string, string | number | boolean>;
};

const priorityOf = (said: NonNullable<RigQuote['priority']>): PriorityQuote => ({
  quote: said.quote,
  credits: said.credits,
  queueAhead: said.queue_ahead,
  etaSeconds: said.eta_seconds,
});

/** How services answer to an endpoint that they lack. */
const isLacking = (error: unknown): boolean =>
  isAppError(error, 'not_found') ||
  isAppError(error, 'provider_mismatch') ||
  isAppError(error, 'provider_error') ||
  isAppError(error, 'internal');

/**
 * Asks what a rig costs now. The specification has no such request, so for a service without it, the price is that of its
 * catalog, and can change before it is paid.
 */
export function createQuoting(deps: {
  catalog: Pick<Catalog, 'choose'>;
  balanceOf: (service: Service) => Promise<number | null>;
}) {
  const { catalog, balanceOf } = deps;

  const fromCatalog = async (
    service: Service,
    { type, pipeline_id: named }: Asked,
    refused: unknown,
  ): Promise<Quote> => {
    const [pipeline, balance] = await Promise.all([catalog.choose(type, named ?? null), balanceOf(service)]);
    if (!pipeline && named !== undefined) throw refused;
    return {
      quote: null,
      credits: pipeline?.credit_cost ?? null,
      balance,
      queueAhead: null,
      etaSeconds: pipeline?.estimated_seconds ?? null,
    };
  };

  /** @throws AppError `insufficient_credits`, and what the service refuses */
  return async (service: Service, asked: Asked): Promise<Quote> => {
    const quote = await service.call(quoteRig, { body: asked }).then(
      ({ body }): Quote => ({
        quote: body.quote,
        credits: body.credits,
        balance: body.available,
        queueAhead: body.queue_ahead,
        etaSeconds: body.eta_seconds,
        first: body.priority ? priorityOf(body.priority) : null,
        pool: body.pool ? { available: body.pool.available, leftToday: body.pool.left_today } : null,
      }),
      (error) => {
        if (!isLacking(error)) throw error;
        return fromCatalog(service, asked, error);
      },
    );
    const { credits: needed, balance: available } = quote;
    if (needed !== null && available !== null && needed > available && !isPooled(quote))
      throw new AppError('insufficient_credits', undefined, { context: { needed, available } });
    return quote;
  };
}
export type Quoting = ReturnType<typeof createQuoting>;
