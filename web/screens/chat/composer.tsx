import { ArrowUp, Shuffle } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Conversation } from '#schema/chat.ts'
import { LIMITS, TIMING } from '#schema/limits.ts'
import { useMember } from '../../state/member-react.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ignoreRepeats, isEscapePress } from '../../ui/escape.ts'
import { layerIsOpen } from '../../ui/layers.ts'
import { Icebreakers } from './icebreakers.tsx'

interface ComposerProps {
  partnerName: string
  /** What had been sent and comes back to be written anew. */
  returned: { text: string } | null
  /** What may be said first. */
  icebreakers: readonly string[]
  onSend(text: string): void
  onTyped(): void
}

export function Composer({ partnerName, returned, icebreakers, onSend, onTyped }: ComposerProps) {
  const [text, setText] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)

  useEffect(() => input.current?.focus({ preventScroll: true }), [])

  useEffect(() => {
    if (!returned) return
    setText((written) => (written.trim() === '' ? returned.text : `${returned.text}\n${written}`))
    input.current?.focus()
  }, [returned])

  // The field grows with its text, up to a few lines.
  useEffect(() => {
    const element = input.current
    if (!element) return
    element.style.height = ''
    if (text !== '') element.style.height = `${Math.min(element.scrollHeight, 152)}px`
  }, [text])

  function send() {
    if (text.trim() === '') return
    onSend(text)
    setText('')
    input.current?.focus()
  }

  function begin(icebreaker: string) {
    // What somebody has written themselves stays.
    const own = text.trim() !== '' && !icebreakers.includes(text)
    setText(own ? `${text.trimEnd()} ${icebreaker}` : icebreaker)
    onTyped()
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    // While characters are composed, Enter chooses among them.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <div className="composer">
      <Icebreakers suggestions={icebreakers} onChoose={begin} />
      <div className="composer-in">
        <FindAnother />
        <div className="write">
          <textarea
            id="message"
            ref={input}
            rows={1}
            dir="auto"
            aria-label={`Message to ${partnerName}`}
            placeholder="Type your message..."
            maxLength={LIMITS.message.max}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              if (event.target.value !== '') onTyped()
            }}
            onKeyDown={onKeyDown}
          />
          <IconButton label="Send" variant="primary" disabled={text.trim() === ''} onClick={send}>
            <ArrowUp className="icon" data-size="md" aria-hidden="true" />
          </IconButton>
        </div>
      </div>
    </div>
  )
}

/** In the place of the composer where somebody has left: what was said can still be read. */
export function EndedNote({
  conversation,
  partnerName,
}: {
  conversation: Conversation
  partnerName: string
}) {
  const { chat, startChat, refreshConversations } = useMember()
  const [starting, setStarting] = useState(false)

  async function talkAgain() {
    setStarting(true)
    const started = await startChat({ id: conversation.partnerId, displayName: partnerName })
    setStarting(false)
    if (started) refreshConversations()
  }

  return (
    <div className="composer">
      <div className="composer-in ended">
        <p className="ink-2" id="message" tabIndex={-1}>
          This conversation has ended.
        </p>
        <div className="actions">
          <Button onClick={() => chat.leave(conversation.id)}>Close</Button>
          <Button onClick={() => chat.findAnother()}>Find Match</Button>
          <Button variant="primary" loading={starting} onClick={() => void talkAgain()}>
            Talk again
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Asks in place: the first press, or Escape, makes it ask; the second within two seconds leaves. */
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
      if (isEscapePress(event) && !event.defaultPrevented && !layerIsOpen()) press()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      if (timer.current) clearTimeout(timer.current)
    }
  }, [press])

  return (
    <Button
      className={asking ? 'another another-confirm' : 'another another-ask'}
      variant={asking ? 'danger' : 'secondary'}
      aria-label={asking ? 'Are you sure?' : 'Find Another'}
      onClick={press}
      onKeyDown={ignoreRepeats}
    >
      {!asking && <Shuffle className="icon" data-size="md" aria-hidden="true" />}
      <span>{asking ? 'Are you sure?' : 'Find Another'}</span>
    </Button>
  )
}
