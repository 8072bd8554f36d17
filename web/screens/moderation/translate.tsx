import { t } from '@lingui/core/macro'
import { useEffect, useId, useState } from 'react'
import { useStore } from '../../hooks/services.tsx'
import { languageName } from '../../i18n/language-name.ts'
import { numberLocale } from '../../i18n/locales.ts'
import type { TextTranslation, TranslationState } from '../../state/moderation/text-translation.ts'
import { Button } from '../../ui/button.tsx'
import { languageTag, readerDirection } from './language-names.ts'
import type { AuthorLanguage } from './operations.ts'
import { translationProblem } from './translation-problems.ts'
import { useTranslationDesk } from './translations.tsx'

interface TranslateProps {
  text: string
  /** The language of the author's interface. Null if unknown. */
  authorLanguage: AuthorLanguage | null
}

/** Offers a translation below a text that may be in another language than the reader's. The browser makes it. */
export const Translate = ({ text, authorLanguage }: TranslateProps) => (
  <OneText key={`${authorLanguage} ${text}`} text={text} authorLanguage={authorLanguage} />
)

function OneText({ text, authorLanguage }: TranslateProps) {
  const desk = useTranslationDesk()
  const [translation] = useState(() => desk.translationOf(text, languageTag(authorLanguage)))
  useEffect(() => {
    void translation?.check()
    return () => translation?.close()
  }, [translation])
  return translation && <Offer translation={translation} />
}

function Offer({ translation }: { translation: TextTranslation }) {
  const state = useStore(translation)
  const id = useId()
  const canStop = state.step === 'WORKING' || state.step === 'TRANSLATED'
  if (state.step === 'UNNEEDED') return null
  return (
    <div className="translate">
      <Button
        size="sm"
        variant="quiet"
        aria-describedby={id}
        onClick={() => (canStop ? translation.stop() : void translation.translate())}
      >
        {buttonLabel(state)}
      </Button>
      <p id={id} role="status" className="caption ink-2">
        {statusText(state)}
      </p>
      {state.step === 'TRANSLATED' && (
        <p className="translation" lang={state.to} dir={readerDirection()}>
          {state.translation}
        </p>
      )}
    </div>
  )
}

function buttonLabel({ step }: TranslationState): string {
  if (step === 'WORKING') return t({ message: 'Stop', context: 'a translation' })
  if (step === 'TRANSLATED') return t`Hide translation`
  return t`Translate`
}

function statusText(state: TranslationState): string | null {
  switch (state.step) {
    case 'WORKING':
      return state.loaded === null
        ? t`Translating…`
        : t`Your browser is downloading the language: ${{ share: percent(state.loaded) }}`
    case 'PRESS_AGAIN':
      return t`Press the button again to let your browser download the language.`
    case 'TRANSLATED':
      return t`Translated by your browser from ${{ language: languageName(state.from) }}`
    case 'FAILED':
      return translationProblem(state)
    default:
      return null
  }
}

const percent = (share: number) => new Intl.NumberFormat(numberLocale(), { style: 'percent' }).format(share)
