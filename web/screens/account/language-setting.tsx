import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { LANGUAGES } from '#schema/languages.ts'
import { useServices } from '../../hooks/services.tsx'
import { chooseLanguage } from '../../state/session/choose-language.ts'
import { Select } from '../../ui/select.tsx'

const OPTIONS = LANGUAGES.map(({ code, name }) => ({ value: code, label: name, lang: code }))

/** Chooses the language of the interface, and of the member's mails and notifications. */
export function LanguageSetting() {
  const services = useServices()
  const [saving, setSaving] = useState(false)

  async function choose(value: string) {
    const language = LANGUAGES.find(({ code }) => code === value)?.code
    if (!language || language === i18n.locale) return
    setSaving(true)
    await chooseLanguage({ ...services, location: window.location }, language)
    setSaving(false)
  }

  return (
    <Select
      className="panel-field"
      label={t`Language of the app and of your emails`}
      options={OPTIONS}
      value={i18n.locale}
      onChange={(value) => void choose(value)}
      disabled={saving}
      hint={t`Choosing a language reloads the page. Send or save what you are writing first.`}
    />
  )
}
