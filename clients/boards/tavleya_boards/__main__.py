from tavleya_boards.cli import main

raise SystemExit(main())
