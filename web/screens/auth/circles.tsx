import { t } from '@lingui/core/macro'

/** The shortest word, in letters, whose size depends on its length. */
const USUAL_LETTERS = 6
/** The longest word, in letters, that small circles show. */
const SMALL_LETTERS = 8

interface CirclesProps {
  /** The interest in the overlap. */
  word: string
  /** Small circles have only the interest, if it fits. */
  isSmall?: boolean
}

/** Two overlapping circles, with the visitor's interest in the overlap. Decorative: readers get no texts. */
export function Circles({ word, isSmall = false }: CirclesProps) {
  const shown = word || t`What you love`
  const hasRoom = !isSmall || (word !== '' && lettersOf(word) <= SMALL_LETTERS)
  return (
    <div className="venn" aria-hidden="true">
      <span className="venn-b" />
      <span className="venn-a">
        <span className="venn-lens" />
      </span>
      {!isSmall && (
        <Side of="you" name={t`You`} words={[t`Trail running`, t`Jazz`, t`Fermentation`]} without={word} />
      )}
      {hasRoom && (
        <p className="venn-text" data-in="common">
          <span
            className="lens-word"
            key={word}
            dir="auto"
            data-chosen={word ? '' : undefined}
            style={{ '--word': sizeOf(shown) }}
          >
            {shown}
          </span>
        </p>
      )}
      {!isSmall && (
        <Side
          of="them"
          name={t`A stranger`}
          words={[t`Chess`, t`Night trains`, t`Ceramics`]}
          without={word}
        />
      )}
    </div>
  )
}

interface SideProps {
  of: 'you' | 'them'
  name: string
  words: string[]
  /** The word in the overlap, which is not repeated. */
  without: string
}

const Side = ({ of, name, words, without }: SideProps) => (
  <p className="venn-text" data-in={of}>
    <small>{name}</small>
    {words
      .filter((word) => word !== without)
      .map((word) => (
        <span key={word}>{word}</span>
      ))}
  </p>
)

/** Returns the number of letters of the longest word. */
const lettersOf = (text: string) => Math.max(...text.split(/\s+/).map((word) => word.length))

/** Returns the size of a text as a share of the circle. Its longest word fits the overlap. */
function sizeOf(text: string): number {
  const size = Math.min(0.72 / Math.max(USUAL_LETTERS, lettersOf(text)), text.length > 8 ? 0.078 : 0.115)
  return Math.max(0.045, Number(size.toFixed(3)))
}
