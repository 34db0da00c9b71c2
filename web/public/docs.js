// On the pages for developers: this site's address in the examples, and a button that copies each of them.
const address = 'https://video.example.com'
for (const example of document.querySelectorAll('.docs-code code')) {
  for (const text of example.childNodes) text.textContent = (text.textContent ?? '').replaceAll(address, location.origin)
}

const status = document.createElement('p')
status.setAttribute('role', 'status')
status.className = 'sr-only'
document.body.append(status)

for (const figure of navigator.clipboard ? document.querySelectorAll('.docs-code') : []) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy this example (${figure.querySelector('figcaption')?.textContent})`)
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code')?.textContent ?? '')
    button.textContent = 'Copied'
    status.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
      status.textContent = ''
    }, 2000)
  })
  figure.querySelector('figcaption')?.append(button)
}
