/** What lines without a character in them are about. */
export type Topic =
  | 'others'
  | 'spending'
  | 'balance'
  | 'prices'
  | 'pipelines'
  | 'rigs'
  | 'unlink'
  | 'link'
  | 'abilities'
  | 'self'
  | 'secrets'
  | 'clips'
  | 'upset'
  | 'thanks'
  | 'greeting';

/** Read in this order: the first that fits decides. */
const topics: readonly (readonly [Topic, RegExp])[] = [
  [
    'others',
    /<@!?\d+>|\b(?!what|how|where|who|it|that|let|here)[a-z]+'s (?:balance|credits|rigs?|wallets?|purchases)\b|\b(?:someone|somebody|anyone|everyone|other (?:people|members?|users?)|his|her|their|another (?:member|user))\b.*\b(?:balance|credits?|rigs?|wallets?|purchases?)\b|\b(?:balance|credits|rigs|wallets?|purchases)\b (?:of|from|belonging to) (?!(?:mine|my|me|the|an?|this|usdc|sol|\d+)\b)/,
  ],
  [
    'secrets',
    /\b(?:(?:system|your|initial|hidden) (?:prompt|instructions|rules)|api keys?|bot token|passwords?|seed ?phrases?|private keys?|secret keys?)\b/,
  ],
  ['balance', /^(?:my )?credits?\W*$/],
  ['spending', /\b(?:spend|transfer|send|gift|give|grant|steal)\b.*\bcredits?\b|\bpay for me\b/],
  ['pipelines', /\b(?:price|costs?) (?:of|for) (?:an? |one |the )?(?:rig|character|model|generation)/],
  [
    'balance',
    /\b(?:balance|how many credits|credits? (?:left|do i have)|my credits?|how much (?:credit|(?:\w+ )?do i have)|what do i have left|credits? (?:are )?(?:held|reserved)|(?:held|reserved|spent) credits?|where did .* credits? go|am i (?:broke|rich)|can i afford)\b/,
  ],
  ['unlink', /\b(?:unlink|disconnect|log ?out|sign ?out|remove my wallet)\b/],
  [
    'prices',
    /\b(?:buy|prices?|packs?|purchases?|top ?-?up|pay(?:ing|ment)?|sol|usdc|(?:more|get) credits)\b/,
  ],
  [
    'rigs',
    /\b(?:my|recent|last|latest|previous) (?:rigs?|characters?|generations?|models?)\b|\bwhat (?:have|did) i (?:made|make)\b|\b(?:ready|done|finished|status|download)\b/,
  ],
  ['pipelines', /\b(?:pipelines?|costs?|how much|how long|expensive|ways? to (?:make|rig))\b/],
  ['link', /\b(?:link|connect|sign ?-?in|log ?-?in)\b|^(?:my )?wallets?\b/],
  [
    'abilities',
    /\b(?:help|what (?:can|do) you|what can i (?:do|say|ask)|who are you|what are you|commands?|how (?:does|do) (?:this|it|you) work|how do i (?:start|begin|make|use)|what(?: is|'s) (?:this|rigsmith))\b/,
  ],
  [
    'clips',
    /\b(?:animat(?:ions?|ed?|ing)|clips)\b|^(?:can|could|does|will) (?:it|he|she|they) (?:move|walk|run|dance|jump|fly|swim)\b/,
  ],
  [
    'self',
    /\b(?:are|r) you (?:an? |really |just |even )*(?:ai|bot|robot|human|person|real|alive|chatgpt|gpt\S*|claude|llm)\b|\bwho (?:made|built|created|wrote) you\b|\bwhat (?:model|ai|llm) (?:are you|is this)\b/,
  ],
  [
    'upset',
    /\b(?:fuck\w*|suck(?:s|ing)?|stupid|useless|idiot\w*|shut up|hate (?:you|this|it)|crap|garbage|dumb(?:ass)?|annoying|does(?:n'?t| not) work)\b/,
  ],
  ['thanks', /\b(?:thanks?|thank you|thx|cheers|great|nice|perfect|awesome|cool)\b/],
  ['greeting', /^(?:hi|hola|bonjour|hallo|ciao|hello|hey|hiya|good (?:morning|evening|afternoon)|yo|moin)\b/],
];

/** Questions that few words of the documents share, and what is looked up for them. */
const questions: readonly (readonly [RegExp, string])[] = [
  [/\b(?:no|have an?|without an?|(?:what(?: is|'s)|need|get|create|install) an?) wallet\b/i, 'no wallet yet'],
  [/\b(?:scam\w*|legit|trustworthy)\b/i, 'safe take my money'],
  [
    /\b(?:paid|payment|transaction)\b.*\b(?:nothing|fail\w*|missing|stuck|lost|arrived?|pending|gone|didn'?t|never)\b|\bwhere(?: is|'s| are) my (?:money|payment|credits)\b/i,
    'payment not arrived',
  ],
  [
    /^(?:export|(?:export|rename|resume|end|close|list|delete) (?:this |the |my )?(?:talk|conversation|chat|thread)s?)\W*$/i,
    'talk commands',
  ],
];

/** @param line in lower case */
export const topicOf = (line: string): Topic | undefined => topics.find(([, words]) => words.test(line))?.[0];

/** What to look up for a line. */
export const lookUpFor = (line: string): string | undefined =>
  questions.find(([words]) => words.test(line))?.[1];
