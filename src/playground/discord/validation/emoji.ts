const PICTOGRAM = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\uFE0F?\u20E3/u;
/** A family or a flag of a region is one emoji of many code units; a sentence is none. */
const LONGEST = 40;

/** Whether a text is an emoji itself; `:name:` is what people type, not what it is. */
export const isUnicodeEmoji = (text: string): boolean =>
  text.length <= LONGEST && !/\s/.test(text) && PICTOGRAM.test(text);
