from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "documents"

    def ready(self) -> None:
        """Give sections their page of prizes, and the log the words of the forms of prizes."""
        from documents.views.prizes import label_of_field, name_of_sharing, prizes_of_section
        from tournaments.hooks import section_pages
        from tournaments.views.desk.log_lines import field_labels, value_names

        section_pages.register(prizes_of_section)
        field_labels.register(label_of_field)
        value_names.register("sharing", name_of_sharing)
