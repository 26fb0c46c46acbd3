(function () {
  'use strict';
  var main = document.querySelector('main');
  var note = document.getElementById('note');
  var parentOrigin = main.dataset.parent || '*';
  var fields = document.querySelectorAll('[data-method]');

  function tell(message) {
    if (window.parent !== window) window.parent.postMessage(message, parentOrigin);
  }

  function method() {
    return document.querySelector('input[name=method]:checked').value;
  }

  function show() {
    fields.forEach(function (field) {
      field.hidden = field.dataset.method !== method();
    });
  }

  function instrument() {
    if (method() === 'upi') return document.getElementById('vpa').value;
    if (method() === 'netbanking') return 'netbanking:' + document.getElementById('bank').value;
    return document.getElementById('card').value + ':' + document.getElementById('otp').value;
  }

  function busy(isBusy) {
    document.querySelectorAll('button').forEach(function (button) {
      if (button.id !== 'close') button.disabled = isBusy;
    });
  }

  function pay(chosen) {
    busy(true);
    note.textContent = 'Talking to your bank…';
    fetch(main.dataset.pay, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        key: main.dataset.key,
        order_id: main.dataset.order,
        instrument: chosen,
        email: main.dataset.email,
        contact: main.dataset.contact,
      }),
    })
      .then(function (response) {
        return response.json();
      })
      .then(function (result) {
        busy(false);
        if (result.answer) {
          note.textContent = 'Paid.';
          tell({ type: 'paid', answer: result.answer });
        } else if (result.error) {
          note.textContent = result.error.description + ' You can try again.';
          tell({ type: 'failed', error: result.error });
        } else {
          busy(true);
          note.textContent = 'Your bank has not answered yet. You can close this window.';
        }
      })
      .catch(function () {
        busy(false);
        note.textContent = 'No connection. Nothing was paid.';
      });
  }

  document.querySelectorAll('input[name=method]').forEach(function (radio) {
    radio.addEventListener('change', show);
  });
  document.getElementById('form').addEventListener('submit', function (event) {
    event.preventDefault();
    pay(instrument());
  });
  document.getElementById('fail').addEventListener('click', function () {
    pay(main.dataset.refusal || 'failure@razorpay');
  });
  document.getElementById('close').addEventListener('click', function () {
    tell({ type: 'close' });
    if (window.parent === window) note.textContent = 'You can close this window.';
  });
  document.addEventListener('keydown', function (event) {
    if (event.key === 'Escape') tell({ type: 'close' });
  });
  show();
  document.getElementById('form').hidden = false;
})();
