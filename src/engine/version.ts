/** Engine version: changes whenever the same request would give different bytes. */
export const version = '1.14.0';
