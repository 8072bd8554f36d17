import { t } from '@lingui/core/macro'
import { type RefObject, type SubmitEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { LIMITS } from '#schema/limits.ts'
import { PRODUCT } from '#schema/product.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { useServices } from '../../hooks/services.tsx'
import { useIsHydrated } from '../../hooks/use-is-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FORM_ADDRESSES } from './form-at.ts'
import { NextSteps } from './next-steps.tsx'

const { minimumAge } = PRODUCT

const picks = () => [
  t`Film photography`,
  t`Jazz`,
  t`Trail running`,
  t`Urdu poetry`,
  t`Chess`,
  t`Fermentation`,
  t`Ceramics`,
  t`Night trains`,
]

interface FirstQuestionProps {
  /** The field of the answer. */
  input: RefObject<HTMLInputElement | null>
  word: string
  onWord(word: string): void
}

/** Asks a newcomer for one interest, which the registration begins with. */
export function FirstQuestion({ input, word, onWord }: FirstQuestionProps) {
  const { tabStorage } = useServices()
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  const [isMissing, setMissing] = useState(false)

  function show(typed: string) {
    onWord(typed.trim())
    setMissing(false)
  }

  // The field has what was typed before the app started, an earlier answer, or the one before a reload.
  useEffect(() => {
    if (!input.current) return
    input.current.value ||= word || (tabStorage.getItem(STORAGE_KEYS.firstInterest) ?? '')
    onWord(input.current.value.trim())
  }, [])

  function start(event: SubmitEvent) {
    event.preventDefault()
    if (word !== '') return void navigate(FORM_ADDRESSES.register)
    setMissing(true)
    input.current?.focus()
  }

  return (
    <form className="front" noValidate onSubmit={start} aria-label={t`Register`}>
      <TextField
        ref={input}
        className="first-field"
        label={t`What could you talk about for an hour?`}
        placeholder={t`One thing`}
        autoComplete="off"
        enterKeyHint="go"
        maxLength={LIMITS.interests.maxLength}
        error={isMissing ? t`Name one thing to start. You can add more later.` : undefined}
        onChange={({ target }) => show(target.value)}
      />
      <fieldset disabled={!isHydrated}>
        <legend className="sr-only">{t`Or pick one`}</legend>
        <div className="choices">
          {picks().map((pick) => (
            <label className="choice" key={pick}>
              <input
                type="radio"
                name="pick"
                value={pick}
                checked={pick === word}
                onChange={() => {
                  if (input.current) input.current.value = pick
                  show(pick)
                }}
              />
              <span>{pick}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="submit">
        <Button type="submit" variant="primary" size="xl" disabled={!isHydrated}>
          {t`Continue`}
        </Button>
        <span className="hint">{t`Free, without photos, for adults from ${minimumAge}.`}</span>
      </div>
      <NextSteps />
    </form>
  )
}
