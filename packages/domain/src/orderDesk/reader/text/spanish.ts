import type { Token } from './token.ts';

/**
 * Spanish phrases and their English translations, longest first. `-` is the hyphen of "half-staff".
 * Capitalized words are names or days.
 */
const PHRASES: readonly (readonly [string, string])[] = [
  ['a media asta', 'at half - staff'],
  ['media asta', 'half - staff'],
  ['a toda asta', 'at full - staff'],
  ['asta completa', 'full - staff'],
  ['tope del asta', 'full - staff'],
  ['salida del sol', 'sunrise'],
  ['salida de el sol', 'sunrise'],
  ['puesta del sol', 'sunset'],
  ['puesta de sol', 'sunset'],
  ['caída del sol', 'sunset'],
  ['amanecer', 'sunrise'],
  ['alba', 'sunrise'],
  ['atardecer', 'sunset'],
  ['ocaso', 'sunset'],
  ['anochecer', 'dusk'],
  ['mediodía', 'noon'],
  ['medianoche', 'midnight'],
  ['de manera inmediata', 'immediately'],
  ['con efecto inmediato', 'immediately'],
  ['de inmediato', 'immediately'],
  ['inmediatamente', 'immediately'],
  ['nuevo aviso', 'further notice'],
  ['sin sentido', 'senseless'],
  ['respeto a', 'respect for'],
  ['por la presente', 'hereby'],
  ['orden ejecutiva', 'executive order'],
  ['orden', 'order'],
  ['proclama', 'proclamation'],
  ['proclamación', 'proclamation'],
  ['de acuerdo con', 'in accordance with'],
  ['de conformidad con', 'in accordance with'],
  ['en cumplimiento con', 'in accordance with'],
  ['en cumplimiento de', 'in accordance with'],
  ['conforme a', 'in accordance with'],
  ['por orden de', 'by order of'],
  ['ordenó', 'ordered'],
  ['ordena', 'orders'],
  ['ordenado', 'ordered'],
  ['ordenando', 'ordering'],
  ['ordeno', 'hereby order'],
  ['dispuso', 'ordered'],
  ['instruyó', 'ordered'],
  ['decretó', 'ordered'],
  ['gobernador', 'governor'],
  ['gobernadora', 'governor'],
  ['exgobernador', 'former governor'],
  ['exgobernadora', 'former governor'],
  ['presidente', 'president'],
  ['presidenta', 'president'],
  ['expresidente', 'former president'],
  ['alcalde', 'mayor'],
  ['alcaldesa', 'mayor'],
  ['banderas', 'flags'],
  ['bandera', 'flag'],
  ['estados unidos', 'United States'],
  ['nuevo méxico', 'New Mexico'],
  ['carolina del norte', 'North Carolina'],
  ['carolina del sur', 'South Carolina'],
  ['nueva york', 'New York'],
  ['nueva jersey', 'New Jersey'],
  ['islas vírgenes', 'Virgin Islands'],
  ['edificios públicos', 'public buildings'],
  ['edificios estatales', 'state buildings'],
  ['edificios gubernamentales', 'government buildings'],
  ['edificios del gobierno', 'government buildings'],
  ['edificios del estado', 'state buildings'],
  ['instalaciones públicas', 'public facilities'],
  ['instalaciones estatales', 'state facilities'],
  ['instalaciones gubernamentales', 'government facilities'],
  ['dependencias del gobierno', 'government offices'],
  ['dependencias gubernamentales', 'government offices'],
  ['oficinas del gobierno', 'government offices'],
  ['oficinas gubernamentales', 'government offices'],
  ['oficinas públicas', 'public offices'],
  ['oficinas', 'offices'],
  ['edificios', 'buildings'],
  ['instalaciones', 'facilities'],
  ['agencias del gobierno', 'government agencies'],
  ['agencias estatales', 'state agencies'],
  ['en todo el estado', 'throughout the state'],
  ['en todo', 'throughout'],
  ['condado', 'county'],
  ['ciudad', 'city'],
  ['municipio', 'town'],
  ['capitolio', 'capitol'],
  ['en honor de', 'in honor of'],
  ['en honor a', 'in honor of'],
  ['en honor al', 'in honor of'],
  ['en memoria de', 'in memory of'],
  ['en memoria del', 'in memory of'],
  ['en homenaje a', 'in honor of'],
  ['en homenaje al', 'in honor of'],
  ['en recuerdo de', 'in memory of'],
  ['en reconocimiento a', 'in recognition of'],
  ['como muestra de respeto', 'as a mark of respect'],
  ['en señal de respeto a', 'out of respect for'],
  ['fallecimiento', 'death'],
  ['muerte', 'death'],
  ['falleció', 'died'],
  ['murió', 'died'],
  ['asesinado', 'killed'],
  ['asesinada', 'killed'],
  ['asesinados', 'killed'],
  ['asesinadas', 'killed'],
  ['muertos', 'killed'],
  ['muertas', 'killed'],
  ['perdieron', 'lost'],
  ['perpetrados', 'perpetrated'],
  ['víctimas', 'victims'],
  ['violencia', 'violence'],
  ['tiroteo', 'shooting'],
  ['ataque', 'attack'],
  ['tragedia', 'tragedy'],
  ['como señal de respeto a', 'out of respect for'],
  ['como señal de respeto por', 'out of respect for'],
  ['por la autoridad', 'by the authority'],
  ['sepelio', 'interment'],
  ['entierro', 'interment'],
  ['funerales', 'funeral'],
  ['ondeadas', 'flown'],
  ['ondeen', 'fly'],
  ['ondear', 'fly'],
  ['ondearán', 'will fly'],
  ['ondearon', 'flew'],
  ['permanezcan', 'remain'],
  ['permanecerán', 'will remain'],
  ['permanecieron', 'remained'],
  ['izadas', 'flown'],
  ['izar', 'fly'],
  ['bajar', 'lower'],
  ['bajadas', 'lowered'],
  ['sean', 'be'],
  ['estarán', 'will be'],
  ['estaban', 'were'],
  ['estuvieron', 'were'],
  ['fueron', 'were'],
  ['deberán', 'shall'],
  ['deberá', 'shall'],
  ['deben', 'shall'],
  ['debe', 'shall'],
  ['según', 'according to'],
  ['tras', 'after'],
  ['de ese día', 'of that day'],
  ['de ese mismo día', 'of that same day'],
  ['ese día', 'that day'],
  ['ese mismo día', 'that same day'],
  ['día de duelo', 'day of mourning'],
  ['días de duelo', 'days of mourning'],
  ['día de luto', 'day of mourning'],
  ['duelo', 'mourning'],
  ['luto', 'mourning'],
  ['como', 'as'],
  ['han', 'have'],
  ['ha', 'has'],
  ['hasta', 'until'],
  ['desde', 'from'],
  ['hoy', 'today'],
  ['ayer', 'yesterday'],
  ['pide', 'asks'],
  ['pidió', 'asked'],
  ['solicita', 'asks'],
  ['solicitó', 'asked'],
  ['exhorta', 'urges'],
  ['exhortó', 'urged'],
  ['invita', 'invites'],
  ['invitó', 'invited'],
  ['podría', 'could'],
  ['podrán', 'may'],
  ['cuando', 'when'],
  ['si', 'if'],
  ['sin', 'without'],
  ['nunca', 'never'],
  ['todas', 'all'],
  ['todos', 'all'],
  ['que', 'that'],
  ['día', 'day'],
  ['del', 'of the'],
  ['de', 'of'],
  ['en', 'in'],
  ['y', 'and'],
  ['por', 'for'],
  ['la', 'the'],
  ['el', 'the'],
  ['las', 'the'],
  ['los', 'the'],
  ['enero', 'January'],
  ['febrero', 'February'],
  ['marzo', 'March'],
  ['abril', 'April'],
  ['mayo', 'May'],
  ['junio', 'June'],
  ['julio', 'July'],
  ['agosto', 'August'],
  ['septiembre', 'September'],
  ['setiembre', 'September'],
  ['octubre', 'October'],
  ['noviembre', 'November'],
  ['diciembre', 'December'],
  ['lunes', 'Monday'],
  ['martes', 'Tuesday'],
  ['miércoles', 'Wednesday'],
  ['jueves', 'Thursday'],
  ['viernes', 'Friday'],
  ['sábado', 'Saturday'],
  ['domingo', 'Sunday'],
];

const BY_FIRST = new Map<string, { from: string[]; to: string[] }[]>();
for (const [from, to] of PHRASES) {
  const words = from.split(' ');
  const first = words[0] ?? '';
  const list = [...(BY_FIRST.get(first) ?? []), { from: words, to: to.split(' ') }];
  BY_FIRST.set(
    first,
    list.sort((a, b) => b.from.length - a.from.length),
  );
}

const MONTHS = new Set(
  'january february march april may june july august september october november december'.split(
    ' ',
  ),
);
const SPANISH = new Set('el la las los que del en ha por y se su una de'.split(' '));
/** Minimum number of Spanish words that a paragraph must have to be treated as Spanish. */
const SPANISH_MIN = 4;
/**
 * Words that show that a Spanish document is about the United States. Other countries have
 * governors too.
 */
const UNITED_STATES = new Set(
  'unidos estadounidense estadounidenses rico florida texas california arizona nevada colorado illinois guam washington'.split(
    ' ',
  ),
);

/**
 * Replaces the Spanish words in a document about flags with English ones, so that the same code
 * parses both languages. The tokens keep their offsets in the original text. Takes linear time.
 */
export function inEnglish(tokens: Token[]): Token[] {
  if (!tokens.some(({ text }) => text === 'asta' || text === 'banderas')) return tokens;
  const isUs = tokens.some(
    ({ text }, at) =>
      UNITED_STATES.has(text) || (text === 'méxico' && tokens[at - 1]?.text === 'nuevo'),
  );
  if (!isUs) return tokens;
  const found: Token[] = [];
  let from = 0;
  for (let at = 0; at <= tokens.length; at++) {
    const token = tokens[at];
    if (token && !(token.kind === 'break' && token.text === '\n\n')) continue;
    addParagraph(found, tokens, from, at);
    if (token) found.push(token);
    from = at + 1;
  }
  return found;
}

function addParagraph(found: Token[], tokens: readonly Token[], from: number, to: number): void {
  let words = 0;
  for (let at = from; at < to; at++) if (SPANISH.has(tokens[at]?.text ?? '')) words++;
  const isSpanish = words >= SPANISH_MIN || isDateline(tokens, from, to);
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (!token) continue;
    const phrase = isSpanish && token.kind === 'word' ? phraseAt(tokens, at, to) : null;
    if (!phrase) {
      found.push(token);
      continue;
    }
    // "9 de septiembre de 2026" needs no "of" in English.
    const isOfDate = phrase.to[0] === 'of' && isBesideMonth(tokens, at, found);
    const last = tokens[at + phrase.from.length - 1] ?? token;
    if (!isOfDate)
      for (const [i, text] of phrase.to.entries()) {
        const word = text.toLowerCase();
        found.push({
          ...token,
          kind: word === '-' ? 'mark' : 'word',
          text: word,
          end: last.end,
          cap: text !== word || token.cap,
          upper: false,
          spaced: i === 0 ? token.spaced : word !== '-',
        });
      }
    at += phrase.from.length - 1;
  }
}

/** Matches a short paragraph with only a date: "22 de mayo de 2026". */
function isDateline(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at + 2 < to; at++)
    if (
      tokens[at]?.kind === 'number' &&
      tokens[at + 1]?.text === 'de' &&
      MONTHS.has((BY_FIRST.get(tokens[at + 2]?.text ?? '')?.[0]?.to[0] ?? '').toLowerCase())
    )
      return true;
  return false;
}

const isBesideMonth = (tokens: readonly Token[], at: number, found: readonly Token[]): boolean => {
  const next = BY_FIRST.get(tokens[at + 1]?.text ?? '')?.[0]?.to[0] ?? '';
  if (found.at(-1)?.kind === 'number') return MONTHS.has(next.toLowerCase());
  return MONTHS.has(found.at(-1)?.text ?? '') && tokens[at + 1]?.kind === 'number';
};

function phraseAt(
  tokens: readonly Token[],
  at: number,
  to: number,
): { from: string[]; to: string[] } | null {
  for (const phrase of BY_FIRST.get(tokens[at]?.text ?? '') ?? []) {
    const fits = phrase.from.every((word, i) => at + i < to && tokens[at + i]?.text === word);
    if (fits) return phrase;
  }
  return null;
}
