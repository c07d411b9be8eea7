const politeness =
  /^(?:(?:please|pls|yo+|heyy+|just(?=\s(?:give|make|do|show)\b)|(?:in )?english(?: then| please)?:?|new one:|good (?:morning|evening|afternoon)|(?:eww*|ugh|yuck|meh|nice|cool|great|perfect|fine|lovely|splendid)(?=[,.!]|\s(?:no|make|add|give|remove|put|now|can|could)\b)|(?:he|she|they|my \w+) (?:says?|said|thinks?)(?: that)?(?=\s)|(?:i(?:'d| would) be (?:very |so )?(?:grateful|happy|glad)|it would be (?:great|nice|cool)) if you (?:could|can|would)|o?k(?:ay)?|oops|so|now|and|but|then|also|plus|scratch that|on second thoughts?|(?=no like an? )no|hey|hi|hello|actually|h+m+|no(?=[,.!]|\s+(?:wait|i|it|make|give|add|put|now|go|an?|the|please)\b)|wait|never ?mind(?=,? (?:make|give|do|i|an?)\b)|i(?:'ve| have)? changed my mind|oh|well|alright|idk|i think|i guess|maybe|perhaps|sorry|(?:yes|yeah)(?!\W*(?:please|pls)?\W*$)|i (?:meant?|said)|help me(?: to)?|(?:is it|would it be)(?: at all)? possible to(?: have)?|to(?=\s(?:change|make|add|remove|put|give)\b)|can you|could you|would you|will you|kindly|nah|nope|(?:can|could|would|will) (?:someone|somebody|anyone|anybody|u)|i (?:was|am|'m) wondering if (?:you|someone|somebody) (?:can|could)|do you think you (?:can|could)|i(?:'d| would) (?:like|love)(?: you)?(?: to)?(?!\s+(?:an?|some|the)\b)|i want(?: you)? to|(?:i )?want(?:ed)? to|let'?s|try to)[\s,!.]+)+/i;
/** A name or mention at the start of a message is not part of the wish. */
const calling = /^(?:(?:@\w+|<(?:@&|#)\d+>)[\s,:]*|[!/.]+(?=\w))+/i;
const ending = /(?:[?!.,;\s]|\b(?:please|pls|thanks|thank you|thx|sorry)$)+$/i;

/** "Hey, could you please make a fox, thanks!" is "make a fox". */
export const withoutPoliteness = (line: string): string =>
  line.replace(calling, '').replace(politeness, '').replace(ending, '').trim();
