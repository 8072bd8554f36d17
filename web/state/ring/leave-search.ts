import type { SearchState } from '#schema/ring.ts'
import type { Api } from '../../data/api.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'
import type { Store } from '../store.ts'

interface LeaveSearchDeps {
  api: Api
  chat: Pick<ChatMachine, 'getState' | 'endSearch'>
  searchState: Store<Pick<SearchState, 'searching'> | null>
}

/** Ends the search of a member who logs out, also that of another page: it would ring without them. Does not reject. */
export async function leaveSearch({ api, chat, searchState }: LeaveSearchDeps): Promise<void> {
  if (chat.getState().phase === 'searching') await chat.endSearch()
  else if (searchState.getState()?.searching) await api.call('cancelSearch', {}).catch(() => undefined)
}
