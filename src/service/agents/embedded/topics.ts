/** Topics of messages without a character. */
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
  | 'farewell'
  | 'links'
  | 'feeling'
  | 'present'
  | 'sad'
  | 'greeting';

/** In order of precedence: the first match decides. */
const topics: readonly (readonly [Topic, RegExp])[] = [
  [
    'others',
    /<@!?\d+>|\b(?!what|how|where|who|it|that|let|here)[a-z]+'s (?:balance|credits|rigs?|wallets?|purchases)\b|\b(?:someone|somebody|anyone|everyone|other (?:people|members?|users?)|his|her|their|another (?:member|user))\b.*\b(?:balance|credits?|rigs?|wallets?|purchases?)\b|\b(?:balance|credits|rigs|wallets?|purchases)\b (?:of|from|belonging to) (?!(?:mine|my|me|the|an?|this|usdc|sol|\d+)\b)/,
  ],
  [
    'secrets',
    /\b(?:(?:system|your|initial|hidden) (?:prompt|instructions|rules)|api keys?|bot token|passwords?|seed ?phrases?|private keys?|secret keys?)\b/,
  ],
  ['farewell', /^(?:ok(?:ay)?,? )?(?:i'?m|i am) (?:done|leaving|off|out)\b/],
  [
    'balance',
    /^(?:my )?credits?\W*$|^(?:so |ok |and )*how many (?:do|did) i (?:have|own)(?: left| now)?\W*$/,
  ],
  [
    'prices',
    /\bhow much (?:is|are|for|do) \d+ credits?\b|\bworth it\b|^(?:and )?(?:how|where) (?:do|can|could) i get (?:some )?more\b/,
  ],
  [
    'spending',
    /\b(?:spend|transfer|send|gift|give|grant|steal|donate)\b.*\b(?:credits?|sol|usdc|money|coins?|funds)\b|\bpay for me\b|\b(?:press|click|push) (?:the|that|it)\b.*\b(?:for me|yourself)\b/,
  ],
  ['pipelines', /\b(?:price|costs?) (?:of|for) (?:an? |one |the )?(?:rig|character|model|generation)/],
  [
    'balance',
    /\b(?:balance|how many credits(?! (?:for|is|would|to)\b| does (?:it|an?|this|that)\b)|credits? (?:left|do i have)|(?:what|where|show|tell|see|check|about|list)\b.*\bmy credits?|how much (?:credit|(?:\w+ )?do i have)|what do i have left|credits? (?:are )?(?:held|reserved)|(?:held|reserved|spent) credits?|where did .* credits? go|am i (?:broke|rich))\b/,
  ],
  ['unlink', /\b(?:unlink|disconnect|log ?out|sign ?out|remove my wallet)\b/],
  [
    'prices',
    /\b(?:buy|prices?|packs?|purchases?|top ?-?up|pay (?:with|in|by) (?:sol|usdc|crypto|solana)|(?:how (?:do|can|to)|want to|let me) .*\bpay|(?:get|for|with) (?:\S+ )?(?:sol|usdc)|(?:more|get|need) credits)\b/,
  ],
  [
    'rigs',
    /^(?!who\b|why\b|may\b|how (?:do|can|to)\b|can (?:i|you|we|others|people|anyone)\b|do you\b|delete\b|share\b|rename\b|remove\b).*\b(?:my|recent|last|latest|previous) (?:rigs?|characters?|generations?|models?)\b(?! (?:fail|broke|look|came))|\bwhat (?:have|did) i (?:made|make)\b|\b(?:everything|all|what) i(?:'ve| have)? (?:made|created)\b|\bhow many (?:rigs|characters|models) (?:do|did|have) i\b|\b(?:ready|done|finished|status|download)\b|\btaking so long\b/,
  ],
  [
    'pipelines',
    /\b(?:pipelines?|costs?|how much|expensive|ways? to (?:make|rig))\b|^how long (?:does|will|would) (?:it|this|that|an?|one|making)\b(?!.*\bpay)/,
  ],
  [
    'link',
    /\b(?:how|help|want|need|can|could|please|let)\b.*\b(?:link|connect|sign ?-?in|log ?-?in)\b|^(?:link|connect|sign ?-?in|log ?-?in)\b|^(?:my )?wallets?\b/,
  ],
  [
    'abilities',
    /^(?:what|huh|eh|how|hä)\W*$|\bi do(?:n'?t| not) (?:get it|understand|know what (?:to do|this))|^(?:please )?help(?: me)?(?: please)?\W*$|\b(?:help me (?:out|understand)|i need help|what (?:can|do) you(?! know)|what (?:can|does) (?:this|it|the bot|this bot|rigsmith)(?: \w+)? do|what can i (?:do|say|ask)|who are you|what are you|commands?|how (?:does|do) (?:this|it|you) work|how do i (?:start|begin|make|use)|what(?: is|'s) (?:this|rigsmith))\b/,
  ],
  [
    'clips',
    /^(?!.*\b(?:mixamo|unity|unreal|blender|godot|import|export|retarget\w*)\b).*\b(?:animat(?:ions?|ed?|ing)|clips)\b|^(?:can|could|does|will) (?:it|he|she|they) (?:also )?(?:move|walk|run|dance|jump|fly|swim)\b/,
  ],
  [
    'self',
    /\b(?:you(?:'re|r| are)?|ur) not (?:even )?(?:an? |real )?(?:ai|bot|robot|human|person|real)\b|\b(?:are|r) you (?:an? |really |just |even )*(?:ai|bot|robot|human|person|real|alive|sentient|conscious|smart|girl|boy|man|woman|chatgpt|gpt\S*|claude|llm)\b|\bwho (?:made|built|created|wrote|owns) you\b|\bwho(?:'s| is|s) your (?:creator|maker|developer|owner|boss|dad|father)\b|\bwhat (?:model|ai|llm) (?:are you|is this)\b|\b(?:what(?:'s| is)|do you have a) (?:your )?name\b/,
  ],
  [
    'feeling',
    /\bhow(?: are|'re| is|s|'s) (?:you|ya|it going|life)\b|^(?:what'?s up|sup|wass?up|wazzup)\b|^how do you do\b/,
  ],
  [
    'present',
    /^(?:(?:are )?you (?:still )?(?:there|here|alive|awake|online)|anyone (?:there|here)|is (?:anyone|anybody) (?:there|here)|is the bot (?:down|dead|offline|working|online)|test(?:ing)?)\b/,
  ],
  [
    'sad',
    /\bi(?:'m| am| feel)(?: so| very| really| a bit)? (?:sad|lonely|depressed|tired|bored|unhappy|stressed)\b/,
  ],
  [
    'upset',
    /\b(?:fuck\w*|suck(?:s|ing)?|stupid|useless|idiot\w*|shut up|hate (?:you|this|it)|crap|garbage|dumb(?:ass)?|annoying|worst|terrible|horrible|awful bot|nothing works|does(?:n'?t| not) work)\b/,
  ],
  ['farewell', /^(?:ok |and )?(?:(?:good ?)?bye\b|good ?night|see (?:you|ya)|cya\b|cu\b|ttyl|farewell)/],
  [
    'thanks',
    /\b(?:thanks?|thank you|thx|tysm|ty|tnx|cheers|great|nice|perfect|awesome|cool|amazing|sweet|dope|lit|epic|fantastic|wonderful|beautiful|love (?:it|this|that)|(?:that(?:'?s| is)|this is|it'?s) (?:so |really |pretty )?(?:fire|sick|good|cute|lovely|brilliant))\b/,
  ],
  [
    'greeting',
    /^(?:👋|(?:h+m+)?[.?!…\s]*$)|^(?:hi|hola|bonjour|hallo|ciao|hello|hey|hiya|good (?:morning|evening|afternoon)|yo+|moin|he+y+|hi+|gm|morning|evening|howdy|heya|greetings|sup)\b/,
  ],
];

/** Questions that share few words with the documents, and the search terms used for them. */
const questions: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:upload|use|send|attach)\b.*\b(?:drawings?|pictures?|photos?|images?|sketch\w*|art)\b/i,
    'make rig from picture',
  ],
  [
    /\b(?:vrm|fbx|obj|stl|ply|usdz?|bvh|blend)\b.*\b(?:file|format|export|get|download|support|have|as|it)\b|\b(?:as|in|get|export|download|an?) (?:an? )?(?:vrm|fbx|obj|stl|ply|usdz?|bvh|blend)\b/i,
    'which file formats',
  ],
  [
    /\bhow (?:big|large|heavy)\b.*\b(?:files?|glb|models?|rigs?)\b|\bfile size\b/i,
    'file size large megabytes',
  ],
  [
    /\bwhere\b.*\b(?:bought|purchases|paid for|receipts?|payment history)\b|\b(?:my|see) (?:receipts?|payment history|purchases)\b/i,
    'see purchases receipts',
  ],
  [
    /\b(?:who|which)\b.*\b(?:runs?|owns?|hosts?|operat\w+|behind)\b.*\b(?:this|it|bot|server|service|rigsmith)\b/i,
    'who runs hosts this bot operator',
  ],
  [
    /\b(?:can|could|will|do|does)\b.*\b(?:friends?|others?|people|anyone|everyone|someone|they|members?)\b.*\bsee\b/i,
    'who can see my rigs',
  ],
  [/\b(?:delete|erase|remove)\b.*\b(?:everything|all|data)\b.*\b(?:me|my|i)\b/i, 'unlink delete my account'],
  [
    /\b(?:will|do|does|can|would)\b.*\b(?:notif\w*|ping|tell me|messages?|alert)\b.*\b(?:when|once|if|after)\b/i,
    'message when rig is ready close Discord',
  ],
  [
    /\b(?:close|leave|quit|turn off|log off|sleep)\b.*\b(?:discord|pc|computer|phone|app)\b/i,
    'message when rig is ready close Discord',
  ],
  [/^(?:but )?nothing (?:happen\w*|works?)\b/i, 'something does not work button no answer'],
  [
    /\b(?:which|what)(?: one)?(?:'s| is)?\b.*\b(?:fastest|quickest)\b/i,
    'what does a rig cost how long does it take',
  ],
  [/\bis (?:it|that|this) (?:instant|immediate|fast)\b/i, 'how long does a payment take'],
  [
    /\b(?:real|fake|copy|copies|imposter|impersonat\w*|imitat\w*|genuine|official)\b.*\b(?:rigsmith|bot|this)\b|\b(?:rigsmith|bot|this)\b.*\b(?:real|fake|copy|imposter|genuine|official)\b/i,
    'recognise the real bot',
  ],
  [
    /\b(?:commercial\w*|copyright\w*|licen[sc]\w*|royalt\w*|who owns|own the|rights)\b/i,
    'who owns the models sell commercial',
  ],
  [/\bhow many wallets\b/i, 'several wallets'],
  [/\b(?:usdt|tether|busd|dai|pyusd)\b/i, 'pay other ways card'],
  [/\b(?:remember|forget|recall) (?:me|our|what i|my|this|us)\b/i, 'remember conversation'],
  [/\b(?:my|private|wallet) keys?\b/i, 'safe take my money'],
  [/\b(?:what|which|mean)\b.*\b(?:chibi|heroic|styles?)\b/i, 'styles chibi'],
  [/\bdelete my (?!data\b|account\b|wallet\b|info)/i, 'where are my rigs delete'],
  [
    /\b(?:engines?|roblox|vrchat|blender|unity|unreal|godot|fortnite|minecraft|gmod|rpg maker|software)\b/i,
    'import Unity Unreal Godot Blender',
  ],
  [
    /\b(?:talk\w*|chat\w*|speak\w*|ask\w*)\b.*\b(?:costs?|free|charge\w*|credits)\b/i,
    'talking agent cost nothing',
  ],
  [/\b(?:two|2|several|multiple|more|second|another) wallets?\b/i, 'several wallets'],
  [
    /\b(?:end|leave|close|quit|exit) (?:this |the |our |my )?(?:chat|talk|conversation|thread)\b/i,
    'end talk',
  ],
  [
    /\b(?:(?:no|0|zero|any) (?:money|cash)|(?:i'?m|am) (?:broke|poor)|free credits?|(?:earn|win) (?:\w+ )?credits?|(?:free )?trial|for free)\b/i,
    'free without paying',
  ],
  [
    /\b(?:stole\w*|hacked|lost|compromised)\b.*\bwallets?\b|\bwallets?\b.*\b(?:stolen|hacked|lost|compromised|drained)\b/i,
    'wallet stolen hacked',
  ],
  [/\b(?:no|have an?|without an?|(?:what(?: is|'s)|need|get|create|install) an?) wallet\b/i, 'no wallet yet'],
  [/\b(?:discounts?|cheaper|too (?:much|expensive))\b/i, 'cheapest way discount'],
  [/\b(?:scam\w*|legit|trustworthy)\b/i, 'safe take my money'],
  [
    /\b(?:paid|payment|transaction|charged)\b.*\b(?:twice|double|too (?:much|little|late))\b/i,
    'payment not arrived',
  ],
  [/\b(?:money|cash) back\b|\brefunds?\b/i, 'refund'],
  [
    /\b(?:fail\w*|broken?)\b.*\bcredits?\b|\bcredits?\b.*\bfail\w*|\b(?:lose|lost|losing) (?:my |the )?credits?\b/i,
    'credits come back when a rig fails',
  ],
  [
    /\b(?:credit card|debit card|visa|mastercard|paypal|apple pay|google pay|euros?|dollars?|cash|eth|ethereum|btc|bitcoin|doge\w*|polygon|bnb)\b/i,
    'pay other ways card',
  ],
  [
    /^(?!.*\d).*\bcredits? (?:to|with) (?:my|a|another|some\w*|his|her|their)\b.*\b(?:friend|brother|sister|account|member|user|one|body)\b/i,
    'hand credits on',
  ],
  [
    /\b(?:link|click\w*|page|site|qr)\b.*\b(?:nothing|not (?:work|open|load)\w*|doesn'?t|won'?t|can'?t|blank|stuck|expired|broken)\b/i,
    'link page does not open',
  ],
  [
    /\b(?:came out|looks?|turned out) (?:so |really |very )?(?:bad|wrong|ugly|weird|terrible|awful|broken|off)\b/i,
    'rig came out bad',
  ],
];

/** @param line in lower case */
export const topicOf = (line: string): Topic | undefined => topics.find(([, words]) => words.test(line))?.[0];

/** The search terms for a message. */
export const lookUpFor = (line: string): string | undefined =>
  questions.find(([words]) => words.test(line))?.[1];

const unpaid =
  /\b(?:paid|pay(?:ed|ments?)|transactions?|(?:sent|transferred) (?:the |my |some )?(?:money|sol|usdc)|purchase|bought)\b.*\b(?:nothing|missing|stuck|lost|arriv\w*|pending|gone|didn'?t|never|not|no credits|where|same|yet)\b|\bwhere(?: is|'s| are) my (?:money|payment|purchase|credits)\b|\b(?:sent|paid|transferred)\b.*\b(?:got|get|received?|have|see)\b.*\b(?:nothing|no credits|none)\b|\bwait(?:ing|ed)? for my (?:credits|payment|money|purchase)\b|\b(?:did|has|is) my (?:payment|purchase|money|transaction|credits?)\b.*\b(?:arrive\w*|go through|come|came|work|confirmed|there|received|missing|lost)\b|\bmy credits? (?:are|is|have|never|did ?n'?t|still)\b.*\b(?:missing|gone|lost|arriv\w*|come?|came|show(?:ed)? up|not)\b/i;
const waiting =
  /\b(?:mine|it|they)(?:'s| is| are)? (?:still )?(?:missing|not (?:here|there|arrived)|gone|lost|pending|stuck|processing)\b|\b(?:says?|is|shows?) (?:still )?(?:pending|processing|waiting)\b|\b(?:still|its? been|it's been|waiting)\b.*\b(?:nothing|waiting|minutes?|mins?|hours?|days?)\b|\bstill (?:nothing|not)\b/i;
/** @param isAboutPayment whether the message before was about one */
export const isMissingPayment = (line: string, isAboutPayment: boolean): boolean =>
  (unpaid.test(line) && !/\b(?:twice|double|how long|refund|rig failed)\b/i.test(line)) ||
  ((isAboutPayment || /\bmine\b/i.test(line)) && waiting.test(line));

/** Which pack is worth most, or what a credit costs. */
export const isAboutDeal = (line: string): boolean =>
  /\b(?:best|better|most) (?:value|deal|offer|for (?:my|the) money|bang)\b|\bcheapest per credit\b|\bwhat(?:'s| is) (?:a|one|1) credit (?:worth|cost)|\bhow much (?:is|does|for) (?:a|one|1) credit\b|\bprice (?:of|per) (?:a |one )?credit\b|\bwhich (?:pack|one) (?:is|should|do you|would)\b.*\b(?:best|buy|get|take|choose|pick|cheapest|recommend|worth)\b/i.test(
    line,
  );
