"""Settings for the retention of personal data; part of `config.settings`, like `config.account_settings`."""

from config import environment as env

#: Contact for questions about personal data on the privacy page: an email address, a name, or both.
PRIVACY_CONTACT = env.text("TAVLEYA_PRIVACY_CONTACT")
#: Days after its last day for which an event needs the names of its people, for reports and appeals.
ERASURE_HOLD_DAYS = env.number("TAVLEYA_ERASURE_HOLD_DAYS", 30)

# Days until temporary data are deleted (`upkeep.privacy.retention`); 0: never.

#: After the end of the event: private links of players.
KEEP_LINKS_DAYS = env.number("TAVLEYA_KEEP_LINKS_DAYS", 30)
#: After the end of the event: addresses to which invitations were sent.
KEEP_CONTACTS_DAYS = env.number("TAVLEYA_KEEP_CONTACTS_DAYS", 30)
#: After the end of the event: declarations of hearing aids and medical devices, which say something of health.
KEEP_DECLARATIONS_DAYS = env.number("TAVLEYA_KEEP_DECLARATIONS_DAYS", 7)
#: After the end of the event: photographs of score sheets.
KEEP_PHOTOGRAPHS_DAYS = env.number("TAVLEYA_KEEP_PHOTOGRAPHS_DAYS", 365)
#: Days since the last use of a recorded sign-in.
KEEP_SIGN_INS_DAYS = env.number("TAVLEYA_KEEP_SIGN_INS_DAYS", 90)
#: After they were answered, sent or done: answers to programs, messages to other programs, files that were imported.
KEEP_MESSAGES_DAYS = env.number("TAVLEYA_KEEP_MESSAGES_DAYS", 30)
#: After the end of the event, or after they were ended: addresses and devices that are sent notifications.
KEEP_SUBSCRIPTIONS_DAYS = env.number("TAVLEYA_KEEP_SUBSCRIPTIONS_DAYS", 7)
