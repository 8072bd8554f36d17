import { useServices, useStore } from '../../../hooks/services.tsx'
import { UserNameField } from '../../../ui/user-name-field.tsx'

/** The member's own user name beside a field for their password. A suspended member has none here. */
export const OwnUserName = () => <UserNameField userName={useStore(useServices().session).user?.userName} />
