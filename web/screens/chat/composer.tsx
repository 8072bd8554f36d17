import { t } from '@lingui/core/macro'
import { ArrowUp, Shuffle } from 'lucide-react'
import { type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react'
import type { Conversation } from '#schema/chat.ts'
import { excessOf } from '#schema/graphemes.ts'
import { LIMITS, TIMING } from '#schema/limits.ts'
import { isVisible } from '#schema/visible.ts'
import { useMember } from '../../hooks/member.tsx'
import { isOpen, isWaiting } from '../../state/chat/about-conversation.ts'
import type { ShownMessage } from '../../state/chat/messages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ignoreRepeats, isComposing, isEscapePress } from '../../ui/keys.ts'
import { isLayerOpen } from '../../ui/layers.ts'
import { TooLong } from '../../ui/too-long.tsx'
import { ContactDetailsQuestion } from './contact-details-question.tsx'
import { DraftAside } from './draft-aside.tsx'
import { EndedNote } from './ended-note.tsx'
import { Icebreakers } from './icebreakers.tsx'
import { UnsentDraft } from './unsent-draft.tsx'
import { useDraft } from './use-draft.ts'

interface ComposerProps {
  conversation: Conversation
  partnerName: string
  /** A message that returned to be edited. */
  returned: { text: string } | null
  /** The suggested first lines. */
  icebreakers: readonly string[]
  /** Whether the partner has not answered yet, and the one message until then is written. */
  isFull: boolean
  /** A message that the sender must confirm, because it has contact details. */
  unconfirmed: ShownMessage | null
  onConfirm(id: string): void
  onEdit(id: string): void
  onSend(text: string): void
  onTyped(): void
}

/** The message field. After the chat has ended, an unsent draft can still be read and copied. */
export const Composer = memo(function Composer({
  conversation,
  partnerName,
  returned,
  icebreakers,
  isFull,
  unconfirmed,
  onConfirm,
  onEdit,
  onSend,
  onTyped,
}: ComposerProps) {
  const draft = useDraft(conversation.id)
  const { text } = draft
  const input = useRef<HTMLTextAreaElement>(null)
  const ended = !isOpen(conversation)
  const unsent = [text, draft.aside].filter((one) => isVisible(one)).join('\n\n')
  const shown = ended ? unsent : text
  const excess = excessOf(text.trim(), LIMITS.message.max)
  const tooLong = excess > 0
  const canSend = isVisible(text) && !tooLong && !isFull
  const hasQuestion = unconfirmed !== null && !ended

  const focusField = () => input.current?.focus({ preventScroll: true })

  useEffect(() => {
    if (!ended && !isLayerOpen()) focusField()
  }, [ended])

  // The focused field or button may have been removed.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    if (ended || !hasQuestion) document.getElementById('message')?.focus({ preventScroll: true })
  }, [ended, hasQuestion])

  useEffect(() => {
    if (!returned) return
    draft.bringBack(returned.text)
    focusField()
  }, [returned])

  // The field grows with its text, up to a few lines. Where CSS can do it, measuring would only cost time.
  useEffect(() => {
    const element = input.current
    if (!element || CSS.supports('field-sizing', 'content')) return
    element.style.height = ''
    if (shown !== '') element.style.height = `${Math.min(element.scrollHeight, 152)}px`
  }, [shown])

  function send() {
    if (!canSend) return
    onSend(text)
    draft.clear()
    focusField()
  }

  function insertIcebreaker(icebreaker: string) {
    // Keep the member's own text.
    const own = isVisible(text) && !icebreakers.includes(text)
    draft.write(own ? `${text.trimEnd()} ${icebreaker}` : icebreaker)
    onTyped()
    focusField()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (!ended) send()
  }

  const label = ended ? t`Your unsent message` : t`Message to ${partnerName}`
  return (
    <div className="composer">
      {ended ? (
        <EndedNote
          conversation={conversation}
          partnerName={partnerName}
          {...(unsent === '' && { id: 'message' })}
        />
      ) : (
        <>
          {isWaiting(conversation) && (
            <p className="composer-note caption ink-2" id="message-waits">
              {isFull
                ? t`Your message waits until they answer.`
                : t`Waiting for ${{ name: partnerName }} to answer`}
            </p>
          )}
          <Icebreakers suggestions={icebreakers} onChoose={insertIcebreaker} />
          {unconfirmed && (
            <ContactDetailsQuestion
              key={unconfirmed.id}
              partnerName={partnerName}
              message={unconfirmed}
              onSend={() => onConfirm(unconfirmed.id)}
              onEdit={() => onEdit(unconfirmed.id)}
            />
          )}
          <DraftAside text={draft.aside} onSwap={draft.swap} />
          <TooLong id="message-error" excess={excess} max={LIMITS.message.max} />
        </>
      )}
      {/* One field for both states keeps the focus and the selection when the partner leaves. */}
      {(!ended || unsent !== '') && (
        <div className="composer-in">
          {!ended && <FindAnother />}
          <div className="write">
            <textarea
              id="message"
              ref={input}
              rows={1}
              dir="auto"
              aria-label={label}
              aria-invalid={(tooLong && !ended) || undefined}
              aria-describedby="message-error message-waits"
              placeholder={t`Type your message...`}
              readOnly={ended}
              value={shown}
              onChange={(event) => {
                draft.write(event.target.value)
                if (event.target.value !== '') onTyped()
              }}
              onKeyDown={onKeyDown}
            />
            {ended ? (
              <UnsentDraft text={unsent} />
            ) : (
              <IconButton label={t`Send`} variant="primary" disabled={!canSend} onClick={send}>
                <ArrowUp className="icon" data-size="md" aria-hidden="true" />
              </IconButton>
            )}
          </div>
        </div>
      )}
    </div>
  )
})

/** The Find Another button. The first press or Escape asks; a second within two seconds leaves the chat. */
function FindAnother() {
  const { chat } = useMember()
  const [asking, setAsking] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  const press = useCallback(() => {
    if (timer.current) {
      clearTimeout(timer.current)
      timer.current = null
      chat.findAnother()
      return
    }
    setAsking(true)
    timer.current = setTimeout(() => {
      timer.current = null
      setAsking(false)
    }, TIMING.doubleEscape)
  }, [chat])

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (isEscapePress(event) && !event.defaultPrevented && !isLayerOpen()) press()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      if (timer.current) clearTimeout(timer.current)
    }
  }, [press])

  const label = asking ? t`Are you sure?` : t`Find Another`
  return (
    <Button
      className={asking ? 'another another-confirm' : 'another another-ask'}
      variant={asking ? 'danger' : 'secondary'}
      aria-label={label}
      // The second click of a double click does not confirm.
      onClick={(event) => event.detail < 2 && press()}
      onKeyDown={ignoreRepeats}
    >
      {!asking && <Shuffle className="icon" data-size="md" aria-hidden="true" />}
      <span>{label}</span>
    </Button>
  )
}
