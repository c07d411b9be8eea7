/** Separators between two wishes. */
const seams =
  /(?<=[.!?;])\s+(?!(?:maybe )?(?:with|without|wearing)\b)|,?\s+(?:and|then|also|plus|but)\s+(?=(?:what|how|which|where|when|why|who|tell|show|can you|could you|can (?:i|we|it)|do (?:i|you|we|they)|does|is|are|will|list|make|also)\b)|,\s*(?=(?:what|how|can you|could you|do i|make|add|remove|show|tell|list|(?:do|let's (?:do|make)) an?)\b)/i;

export const wishesIn = (line: string): string[] => line.split(seams).filter((part) => /\S/.test(part));
