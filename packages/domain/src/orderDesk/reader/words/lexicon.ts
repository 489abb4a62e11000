const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Verbs that give an order, such as "orders" and "directs". */
export const ORDER_VERBS = words(
  `ordered orders ordering directed directs directing proclaimed proclaims proclaiming instructed
  instructs instructing commanded commands mandated mandates decreed decrees announced announces
  announcing authorized authorizes authorizing declared declares`,
);
/**
 * Verbs that give an order only after "I", "hereby" or "do". In other positions, these words have
 * other meanings.
 */
export const ORDER_WORDS = words(
  'order direct proclaim command instruct decree declare announce proclamation',
);
/** Verbs that only make a request, such as "asks". */
export const REQUEST_VERBS = words(
  `ask asks asked asking join request requests requested requesting urge urges urged urging encourage
  encourages encouraged encouraging invite invites invited inviting recommend recommends
  recommended suggest suggests suggested appeal appeals appealed petition petitions petitioned
  petitioning hope hopes hoped welcome beg begs implore implores pray lobby lobbied demand demands
  demanded want wants wanted`,
);
/** The verb in requests such as "call upon" and "call on". */
export const CALL = words('call calls called calling');
/** Words that negate an order, such as "not" and "refused". */
export const NEGATIONS = words(
  `not no never nor neither cannot without declined declines refuse refuses refused refusing denied
  denies rejected rejects isnt arent wasnt werent wont wouldnt dont doesnt didnt hasnt havent
  shouldnt cant couldnt none nobody nothing generated deepfake doctored photoshopped unlike instead false falsely hoax fake rumor rumors
  incorrect incorrectly debunked stop stopped failed fails criticized unclear unaware nothing`,
);
/** Words that make a clause hypothetical, such as "if" and "would". */
export const HYPOTHETICALS = words(
  `if whether would could might unless whenever perhaps possibly plans planned planning plan
  considering considers considered intends intended expected expects proposed proposes proposal
  bill legislation likely hypothetical scenario imagine suppose supposed rehearsal drill exercise
  discuss discusses discussed discussing debate debates debated lets enables empowers pending awaiting tentative tentatively provisional provisionally novel fictional film movie episode sitcom`,
);
/** Words that show that a sentence only reports the past, such as "ago" and "formerly". */
export const PAST_WORDS = words(
  `ago previously formerly recalled recalls historically history decades era centuries
  archive archives archived`,
);
/** Words that are typical of rules and customs, such as "always" and "etiquette". */
export const RULE_WORDS = words(
  `always annually traditionally customarily customary custom tradition traditional usually
  generally typically normally sometimes often etiquette protocol guideline guidelines faq`,
);

/**
 * Words about a death or an attack. A date after one of them does not say when flags are lowered or
 * raised.
 */
export const INCIDENTS = words(
  `died dies die death deaths killed passed passing slain murdered murder shot injured wounded born
  served serving serve attack attacks attacked shooting shootings tragedy crash explosion bombing
  accident collapse fire fires wildfire wildfires storm hurricane tornado flood disaster anniversary
  perpetrated occurred took happened lost elected appointed signed established observed designated
  began enlisted joined retired perished drowned succumbed fell struck massacre assassination
  assassinated incident violence events birthday stabbed declared dated enacted approved adopted
  founded opened reported published posted updated subscribed received sent wrote written`,
);
/**
 * Words about a ceremony. A time of day after one of them does not say when flags are lowered or
 * raised.
 */
export const CEREMONIES = words(
  `funeral funerals services service burial buried visitation vigil ceremony ceremonies repose
  scheduled held gathering reception mass procession viewing wake event
  events concert parade meeting conference open opens closed closes rally prayer prayers
  memorial dinner lunch breakfast church cathedral cemetery`,
);
/** Words about the flag. A date after one of them says when flags are lowered or raised. */
export const FLAG_WORDS = words(
  `flag flags flown fly flying flies lower lowered lowering lowers display displayed displaying
  remain remains remaining raise raised raising return returned returning returns resume resumed
  resuming restore restored half full`,
);
/** Words such as "honor" and "memory" that introduce a phrase about the people being honored. */
export const HONOR_WORDS = words(
  `honor honors honoring honour memory memorial remembrance respect recognition tribute commemorate
  commemorating commemoration mourn mourning mourns mark observance remember remembering sympathy
  condolence solidarity`,
);
/**
 * Words such as "who" and "because" that introduce a subordinate clause. The clause may be about
 * someone or something else.
 */
export const RELATIVES = words('who whose whom which where when while because since');

export const POSITION_STAFF = words('staff mast');
