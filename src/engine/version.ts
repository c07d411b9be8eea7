/** Of the engine: changes whenever the same request would give other bytes. */
export const version = '1.2.0';
