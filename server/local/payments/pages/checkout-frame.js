// The checkout's own page, inside its frame.
const form = document.querySelector('form')
const tell = (message) => parent.postMessage(message, new URL(document.referrer).origin)

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button[type=submit]')
  button.disabled = true
  button.textContent = 'Asking the bank …'
  try {
    const response = await fetch('/dev/pay/card', {
      method: 'POST',
      body: new URLSearchParams(new FormData(form)),
    })
    const answer = await response.json()
    if (answer.error) tell({ type: 'failed', error: answer.error })
    else tell({ type: 'paid', response: answer.response })
  } catch {
    const metadata = { order_id: form.elements.order_id.value, payment_id: '' }
    tell({
      type: 'failed',
      error: { code: 'NETWORK_ERROR', description: 'The connection was lost.', metadata },
    })
  }
})

const dismiss = () => tell({ type: 'dismissed' })
document.querySelector('[data-dismiss]').addEventListener('click', dismiss)
document.addEventListener('keydown', (event) => event.key === 'Escape' && dismiss())
document.querySelector('select').focus()
