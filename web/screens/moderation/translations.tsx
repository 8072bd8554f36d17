import { i18n } from '@lingui/core'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { createBrowserTranslation } from '../../data/browser-translation.ts'
import { createTranslationDesk, type TranslationDesk } from '../../state/moderation/translation-desk.ts'

const TranslationContext = createContext<TranslationDesk | null>(null)

/** Lets the texts below be translated by the browser. */
export function TranslationProvider({ children }: { children: ReactNode }) {
  const [desk] = useState(() =>
    createTranslationDesk({ browser: createBrowserTranslation(window), reader: () => i18n.locale }),
  )
  useEffect(() => () => desk.close(), [desk])
  return <TranslationContext value={desk}>{children}</TranslationContext>
}

export function useTranslationDesk(): TranslationDesk {
  const desk = useContext(TranslationContext)
  if (!desk) throw new Error('useTranslationDesk needs a TranslationProvider above it')
  return desk
}
