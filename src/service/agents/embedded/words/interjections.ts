/** Greetings, thanks and approval before the wish: "sup, can I get an elephant", "Thank you, could he have a hat?". */
const interjections =
  /^(?:(?:hi|hiya|hello|hey|yo+|sup|what'?s up|howdy|hallo|good (?:morning|evening|afternoon|day)|greetings|thanks?(?: you)?(?: (?:so much|a lot|very much))?|thx|ty|ok(?:ay)?|fine|alright|right|cool|nice|great|perfect|awesome|lovely|wow|sweet|sorry|well|(?:oh,? )?wait|oh|ah+|hm+|ooh|oops|whoops|yes|yeah|yep|so|and|but|now|then|btw|all right|huh|i'?m back)(?: (?:there|all|everyone|bot|guys|again|man|friend))?(?:\s*[,.!:;…-]+\s*|\s+(?=(?:ok|fine|so|then|can|could|would|will|may|i|we|make|give|add|somebody|someone|anyone|how|what|where|when|why|who|which|is|are|do|does|did|it'?s|that'?s|there)\b)))+/i;

/** The message after its interjections; the message itself where they are all of it. */
export function withoutInterjections(line: string): string {
  const rest = line.replace(interjections, '');
  return /\p{L}{2}/u.test(rest) && !/^(?:what|how|why)\W*$/i.test(rest) ? rest : line;
}
