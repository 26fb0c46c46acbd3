-- What:  the first version of the settings.
-- Why:   a quote names the version it was made under, so there must be one.
-- Locks: none held for long.
-- Safe while the old version runs: yes.
-- Up Migration

insert into settings (version, effective_at, content) values (1, '2020-01-01T00:00:00Z', '{
  "fee": {"feeBps": 200, "minPaise": 5000, "maxPaise": 50000, "gstBps": 1800},
  "plans": [
    {"kind": "single", "instalments": 1, "annualRateBps": 0, "dueDays": 30, "isOn": true},
    {"kind": "emi", "instalments": 3, "annualRateBps": 1175, "dueDays": null, "isOn": true},
    {"kind": "emi", "instalments": 6, "annualRateBps": 1175, "dueDays": null, "isOn": false},
    {"kind": "emi", "instalments": 9, "annualRateBps": 1175, "dueDays": null, "isOn": false},
    {"kind": "emi", "instalments": 12, "annualRateBps": 1175, "dueDays": null, "isOn": false}
  ],
  "coolingOffDays": 3,
  "aprCeilingBps": null,
  "limitBeforeVideoPaise": 6000000
}');
