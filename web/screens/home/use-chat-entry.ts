import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { useMember } from '../../hooks/member.tsx'
import { useStore } from '../../hooks/services.tsx'
import { useHistoryLayer, useHistoryLayers, useRestoredLayer } from '../../ui/use-history-layer.ts'

const CHAT = 'chat'

/**
 * Gives the chat and the search a browser history entry. Back from a chat shows the home screen while the chat goes
 * on; Forward shows the chat again. Returns whether the chat is in front.
 */
export function useChatEntry(isDocumentOpen: boolean): boolean {
  const { chat, view } = useMember()
  const state = useStore(chat)
  const { isSetAside } = useStore(view)
  const layers = useHistoryLayers()
  // After a reload in a chat, keeps its entry until the chat is restored.
  const [isResuming] = useState(() => layers()?.isAt(CHAT) ?? false)
  const isInFront = !isDocumentOpen && !isSetAside
  const isBusy =
    state.phase === 'restoring' ? isResuming : state.phase === 'searching' || state.phase === 'matched'

  useBeginInFront(isDocumentOpen)
  useArrival(isDocumentOpen)
  useHistoryLayer(
    isInFront && isBusy ? CHAT : null,
    () => {
      if (state.phase === 'searching') return void chat.cancel()
      chat.enter()
      view.setAside()
    },
    { lowest: true },
  )
  useRestoredLayer(CHAT, () => view.bringBack())

  const isOnScreen = isInFront && state.phase === 'matched'
  useEffect(() => view.isOnScreen.setState(isOnScreen), [view, isOnScreen])

  return isInFront
}

/** Closes an open document when a chat or a search begins. */
function useBeginInFront(isDocumentOpen: boolean) {
  const { view } = useMember()
  const navigate = useNavigate()
  const { begun } = useStore(view)
  const seen = useRef(begun)
  useEffect(() => {
    if (seen.current === begun) return
    seen.current = begun
    if (isDocumentOpen) void navigate('/')
  }, [begun, isDocumentOpen, navigate])
}

/** A link to the home screen opens the current chat. Going back to an entry before the chat does not. */
function useArrival(isDocumentOpen: boolean) {
  const { view } = useMember()
  const layers = useHistoryLayers()
  const { key } = useLocation()
  const type = useNavigationType()
  const seen = useRef(key)
  useEffect(() => {
    if (seen.current === key) return
    seen.current = key
    if (isDocumentOpen) return
    if (type === 'POP' && !layers()?.isAt(CHAT)) view.setAside()
    else view.bringBack()
  }, [key, type, isDocumentOpen, view])
}
