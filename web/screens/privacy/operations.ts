import { graphql, type ResultOf } from '../../data/operation.ts'

export const SESSIONS = graphql(
  'query Sessions { sessions { id current browser system address created lastUsed } }',
)
export type AccountSession = ResultOf<typeof SESSIONS>['sessions'][number]

export const REVOKE_SESSION = graphql('mutation RevokeSession($id: ID!) { revokeSession(id: $id) }')

export const REVOKE_OTHER_SESSIONS = graphql('mutation RevokeOtherSessions { revokeOtherSessions }')

export const SIGN_INS = graphql(`
  query SignIns($first: Int, $after: String) {
    signIns(first: $first, after: $after) {
      totalCount endCursor nodes { id time kind browser system address placeGiven }
    }
  }
`)
export type SignIn = ResultOf<typeof SIGN_INS>['signIns']['nodes'][number]

export const DATA_EXPORTS = graphql(
  'query DataExports { dataExports { id status progress created expires size } }',
)
export type DataExport = ResultOf<typeof DATA_EXPORTS>['dataExports'][number]

export const REQUEST_DATA_EXPORT = graphql(
  'mutation RequestDataExport($password: String!) { requestDataExport(password: $password) { id } }',
)

export const MISSED_MAILS = graphql('query MissedMails { me { id missedMails } }')

export const SET_MISSED_MAILS = graphql('mutation SetMissedMails($on: Boolean!) { setMissedMails(on: $on) }')

export const READ_RECEIPTS = graphql('query ReadReceipts { me { id readReceipts } }')

export const SET_READ_RECEIPTS = graphql(
  'mutation SetReadReceipts($on: Boolean!) { setReadReceipts(on: $on) }',
)

export const CLOSE_ACCOUNT = graphql(
  'mutation CloseAccount($password: String!) { closeAccount(password: $password) }',
)

export const DELETE_ACCOUNT = graphql(
  'mutation DeleteAccount($password: String!) { deleteAccount(password: $password) }',
)

export const PASSKEYS = graphql('query Passkeys { passkeys { id name created lastUsed } }')
export type Passkey = ResultOf<typeof PASSKEYS>['passkeys'][number]

export const BEGIN_PASSKEY = graphql(
  'mutation BeginPasskey($password: String!) { beginPasskey(password: $password) }',
)

export const ADD_PASSKEY = graphql(
  'mutation AddPasskey($name: String!, $credential: String!) { addPasskey(name: $name, credential: $credential) { id } }',
)

export const RENAME_PASSKEY = graphql(
  'mutation RenamePasskey($id: ID!, $name: String!) { renamePasskey(id: $id, name: $name) }',
)

export const REMOVE_PASSKEY = graphql(
  'mutation RemovePasskey($id: ID!, $password: String!) { removePasskey(id: $id, password: $password) }',
)

export const PUSH_DEVICES = graphql(
  'query PushDevices { push { publicKey devices { id current browser system created lastSent } } }',
)
export type PushDevice = ResultOf<typeof PUSH_DEVICES>['push']['devices'][number]

export const REMOVE_PUSH_DEVICE = graphql('mutation RemovePushDevice($id: ID!) { removePushDevice(id: $id) }')
