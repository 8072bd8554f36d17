import { PRODUCT } from '#schema/product.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'

export const NotFoundScreen = () => (
  <OutcomePage
    success={false}
    title="Page Not Found"
    message="We can't find that page."
    actions={
      <ButtonLink variant="primary" to="/">
        Back to {PRODUCT.name}
      </ButtonLink>
    }
  />
)
