import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { LANGUAGES, type Language } from '#schema/languages.ts'
import { localizedPath } from '#schema/localized-path.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { desktop } from '../../desktop.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { withTexts } from '../../i18n/with-texts.ts'
import { GlobeIcon } from '../../ui/first-icons.tsx'

const LIST = 'languages'

/**
 * Opens a list of links to this page in each language. It works without JavaScript: the browser opens and closes the
 * list.
 */
export function LanguageSwitch() {
  const services = useServices()
  const { status } = useStore(services.session)
  const { pathname } = useLocation()
  const hasAddresses = status === 'visitor' && !isDesktop()
  const addressIn = (language: Language) => (hasAddresses ? localizedPath(language, pathname) : pathname)

  function choose(event: MouseEvent, language: Language) {
    const { storage } = services
    const { location } = window
    if (status === 'member') {
      event.preventDefault()
      void withTexts('member', import('../../state/session/choose-language.ts')).then(
        ({ chooseLanguage }) => chooseLanguage({ ...services, location }, language),
        () => undefined,
      )
      return
    }
    storage.setItem(STORAGE_KEYS.language, language)
    // Opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (hasAddresses) location.assign(addressIn(language) + location.search + location.hash)
    else location.reload()
  }

  return (
    <>
      <button type="button" className="button language-button" data-size="sm" popoverTarget={LIST}>
        <GlobeIcon />
        <span className="sr-only">{t`Language`}</span>
        <span translate="no">{LANGUAGES.find(({ code }) => code === i18n.locale)?.name}</span>
      </button>
      <div className="languages" id={LIST} popover="auto">
        <ul aria-label={t`Language`}>
          {LANGUAGES.map(({ code, name }) => (
            <li key={code}>
              <a
                href={addressIn(code)}
                lang={code}
                translate="no"
                hrefLang={code}
                aria-current={code === i18n.locale ? 'true' : undefined}
                onClick={(event) => choose(event, code)}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** False while the page is prerendered. */
const isDesktop = () => typeof window !== 'undefined' && desktop() !== null
