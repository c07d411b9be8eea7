const PICTOGRAM = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\uFE0F?\u20E3/u;
/** Maximum code units. One emoji can have many (a family, a regional flag), but a sentence has more. */
const LONGEST = 40;

/** Whether a text is a Unicode emoji; `:name:` is not. */
export const isUnicodeEmoji = (text: string): boolean =>
  text.length <= LONGEST && !/\s/.test(text) && PICTOGRAM.test(text);
